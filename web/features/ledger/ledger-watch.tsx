import { useStored } from '../../lib/local-store.ts';
import { stored } from '../../lib/stored-keys.ts';
import { Late, late } from '../../ui/late.tsx';

const LedgerWarning = late(() => import('./ledger-warning.tsx'));

/** Above every signed-in screen; draws nothing, and loads nothing, while history is what it was. */
export const LedgerWatch = () => {
  const [broken] = useStored(stored.ledgerBreak);
  return broken ? (
    <Late>
      <LedgerWarning broken={broken} />
    </Late>
  ) : null;
};
