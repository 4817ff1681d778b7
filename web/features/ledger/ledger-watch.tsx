import { lazy, Suspense } from 'react';
import { stored, useStored } from '../../lib/local-store.ts';

const LedgerWarning = lazy(() => import('./ledger-warning.tsx'));

/** Above every signed-in screen; draws nothing, and loads nothing, while history is what it was. */
export const LedgerWatch = () => {
  const [broken] = useStored(stored.ledgerBreak);
  return broken ? (
    <Suspense>
      <LedgerWarning broken={broken} />
    </Suspense>
  ) : null;
};
