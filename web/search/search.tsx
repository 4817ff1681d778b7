import { useEffect, useState } from 'react';
import type { User } from '../../contract/account/auth.ts';
import { isOverlayOpen, useShortcuts } from '../shared/hooks/use-shortcuts.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';

const SearchDialog = lazyPart(() => import('./search-dialog.tsx'), { kind: 'popup' });
const ShortcutHelp = lazyPart(() => import('./shortcut-help.tsx'), { kind: 'popup' });

/** Ctrl+K, on a Mac Command+K, works in text fields too. */
const useSearchKey = (onSearch: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.shiftKey || event.altKey) return;
      // The browser has a use for it too.
      event.preventDefault();
      if (!isOverlayOpen()) onSearch();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onSearch]);
};

/** The search and the list of shortcuts, with the keys that open them. */
export const Search = ({
  user,
  open,
  onOpenChange,
}: {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => {
  const [help, setHelp] = useState<boolean | null>(null);
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  useSearchKey(() => onOpenChange(true));
  useShortcuts(['/', '?'], (key) => (key === '/' ? onOpenChange(true) : setHelp(true)));
  return (
    <>
      {wasOpened && (
        <SearchDialog user={user} open={open} onOpenChange={onOpenChange} onShortcuts={() => setHelp(true)} />
      )}
      {help !== null && <ShortcutHelp open={help} onOpenChange={setHelp} />}
    </>
  );
};
