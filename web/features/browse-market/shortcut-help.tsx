import { useState } from 'react';
import { useShortcuts } from '../../shared/hooks/use-shortcuts.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Switch } from '../../shared/ui/switch.tsx';

const SHORTCUTS = [
  { keys: ['J', '→'], action: 'Next idea' },
  { keys: ['K', '←'], action: 'Previous idea' },
  { keys: ['Enter'], action: 'Open details' },
  { keys: ['C'], action: 'Cards or comparison' },
  { keys: ['?'], action: 'Show shortcuts' },
];

/** The question mark shows the keyboard shortcuts of a market. */
export const ShortcutHelp = () => {
  const [open, setOpen] = useState(false);
  const [letters, setLetters] = useStored(storageKeys.letterShortcuts);
  useShortcuts(['?'], () => setOpen(true));
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts" size="s">
      <dl className="divide-y divide-line-soft">
        {SHORTCUTS.map(({ keys, action }) => (
          <div key={action} className="flex min-h-12 items-center justify-between gap-4">
            <dt>{action}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid h-8 min-w-8 place-items-center rounded-s border border-line bg-sunken px-2 font-sans text-sm font-medium"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="border-t border-line-soft">
        <Switch label="Letter shortcuts" checked={letters} onChange={setLetters} />
      </div>
    </Dialog>
  );
};
