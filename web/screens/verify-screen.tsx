import { LedgerChecker } from '../features/ledger/ledger-checker.tsx';
import { LedgerDownload } from '../features/ledger/ledger-download.tsx';
import { useCurrentUser } from '../lib/current-user.ts';
import { PageHead } from '../ui/page-head.tsx';

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
