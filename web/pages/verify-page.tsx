import { useCurrentUser } from '../account/session/current-user.ts';
import { LedgerChecker } from '../record/ledger/ledger-checker.tsx';
import { LedgerDownload } from '../record/ledger/ledger-download.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

/** /verify: anyone can check a downloaded ledger in the browser. Signed-in users can download it here. */
export const VerifyPage = () => {
  const user = useCurrentUser();
  return (
    <>
      <PageHead
        title="Verify the change log"
        subtitle="A tamper-evident log of every change to every idea"
        actions={user && <LedgerDownload />}
      />
      <LedgerChecker />
    </>
  );
};
