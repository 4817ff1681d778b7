import { useState } from 'react';
import type { User } from '../../contract/account/auth.ts';
import { useDocumentEvent } from '../shared/hooks/use-document-event.ts';
import { isOverlayOpen } from '../shared/hooks/use-shortcuts.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';

const SearchDialog = lazyPart(() => import('./search-dialog.tsx'), { kind: 'popup' });

/** Ctrl+K, on a Mac Command+K, works in text fields too. */
const useSearchKey = (onSearch: () => void): void =>
  useDocumentEvent('keydown', (event) => {
    const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isKey || event.shiftKey || event.altKey) return;
    // The browser has a use for it too.
    event.preventDefault();
    if (!isOverlayOpen()) onSearch();
  });

/** The search, with the keys that open it. */
export const Search = ({
  user,
  open,
  onOpenChange,
}: {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  useSearchKey(() => onOpenChange(true));
  return wasOpened && <SearchDialog user={user} open={open} onOpenChange={onOpenChange} />;
};
