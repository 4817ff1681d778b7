import { Late, late } from '../../shared/loading/lazy-boundary.tsx';
import { useStored } from '../../shared/storage/local-store.ts';
import { stored } from '../../shared/storage/storage-keys.ts';

const LedgerWarning = late(() => import('./history-warning.tsx'));

/** Above every signed-in screen; draws nothing, and loads nothing, while history is what it was. */
export const LedgerWatch = () => {
  const [broken] = useStored(stored.ledgerBreak);
  return broken ? (
    <Late>
      <LedgerWarning broken={broken} />
    </Late>
  ) : null;
};
