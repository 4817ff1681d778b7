import { LazyBoundary, lazyWithRetry } from '../../shared/loading/lazy-boundary.tsx';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

const LedgerWarning = lazyWithRetry(() => import('./history-warning.tsx'));

/** Above every signed-in screen; draws nothing, and loads nothing, while history is what it was. */
export const LedgerWatch = () => {
  const [broken] = useStored(storageKeys.ledgerBreak);
  return broken ? (
    <LazyBoundary>
      <LedgerWarning broken={broken} />
    </LazyBoundary>
  ) : null;
};
