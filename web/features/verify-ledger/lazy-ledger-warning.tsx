import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';

const LedgerWarning = lazyPart(() => import('./ledger-warning.tsx'), { kind: 'background' });

/** Shown above every signed-in page. Loads the warning only after a mismatch. */
export const LazyLedgerWarning = () => {
  const [broken] = useStored(storageKeys.ledgerBreak);
  return broken && <LedgerWarning broken={broken} />;
};
