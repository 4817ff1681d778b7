import { useCurrentUser } from '../entities/session/current-user.ts';
import { LedgerChecker } from '../features/verify-ledger/ledger-checker.tsx';
import { LedgerDownload } from '../features/verify-ledger/ledger-download.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

/** /verify: anyone checks a downloaded ledger on their own device; who is signed in can download it here. */
export const VerifyScreen = () => {
  const user = useCurrentUser();
  return (
    <>
      <PageHead
        title="Verify the ledger"
        subtitle="Every change of every trade idea, in a chain that shows tampering"
        actions={user && <LedgerDownload />}
      />
      <LedgerChecker />
    </>
  );
};
