import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Dialog } from '../shared/ui/dialog.tsx';
import { Switch } from '../shared/ui/switch.tsx';

const SHORTCUTS = [
  { keys: ['J', '→'], action: 'Next idea' },
  { keys: ['K', '←'], action: 'Previous idea' },
  { keys: ['Enter'], action: 'Open details' },
  { keys: ['C'], action: 'Cards or comparison' },
  { keys: ['/', 'Ctrl K'], action: 'Search' },
  { keys: ['?'], action: 'Show shortcuts' },
];

/** The keyboard shortcuts, and the switch that turns off those of a single character. */
const ShortcutHelp = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const [isOn, turn] = useStored(storageKeys.letterShortcuts);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="s">
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
        <Switch label="Single-key shortcuts" checked={isOn} onChange={turn} />
      </div>
    </Dialog>
  );
};

export default ShortcutHelp;
