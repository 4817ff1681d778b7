import { LazyBoundary, lazyWithRetry } from '../../shared/loading/lazy-boundary.tsx';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

const LedgerWarning = lazyWithRetry(() => import('./ledger-warning.tsx'));

/** Shown above every signed-in page. Loads the warning only after a mismatch. */
export const LazyLedgerWarning = () => {
  const [broken] = useStored(storageKeys.ledgerBreak);
  return broken ? (
    <LazyBoundary>
      <LedgerWarning broken={broken} />
    </LazyBoundary>
  ) : null;
};
