import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TermSlug } from '../../glossary/glossary.ts';
import { TermList } from '../../glossary/term-list.tsx';
import { paths } from '../../shared/paths.ts';
import { readStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { fetchLedger } from './fetch-ledger.ts';
import { CheckResult, LedgerCheckOutcome, LedgerProgress } from './ledger-check-result.tsx';
import { LedgerDownload } from './ledger-download.tsx';
import { useLedgerCheck } from './use-ledger-check.ts';

/** Downloads the change log and checks it against the head this browser saw last, which is read before the download. */
const useVerification = (publicOf: string | undefined) => {
  const { check, startCheck } = useLedgerCheck();
  const [rows, setRows] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setRows(0);
      const seen = readStored(storageKeys.ledgerHead);
      startCheck(await fetchLedger(setRows, publicOf), seen && seen.count > 0 ? seen : null);
    },
  });
  return { check, download, rows };
};

const verifyTerms: readonly (readonly [string, TermSlug])[] = [
  ['Verify', 'verification'],
  ['Change log', 'change-log'],
  ['Fingerprint', 'fingerprint'],
];

/** Checks the whole change log in place, in one press: one's own copy, or that of a published record's readers. */
export const VerifyNow = ({ publicOf }: { publicOf?: string }) => {
  const { check, download, rows } = useVerification(publicOf);
  const isBusy = download.isPending || check.state === 'checking';
  const hasFailed = download.isError || check.state === 'unreadable';
  return (
    <>
      <p className="mb-4 max-w-190 text-sm text-pretty text-muted">
        This track record is calculated from a tamper-evident log of every change to every idea. Your browser
        downloads the log, checks that no entry was altered, and compares it with what it saw before.
        {publicOf &&
          ' In your copy you can read entries about nothing but levels, status or results of closed ideas. Of all others, such as those with notes or of active ideas, it has the fingerprint: you can check that none was altered or removed, not what they say.'}
      </p>
      <TermList terms={verifyTerms} className="mb-4" />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="s"
          variant="primary"
          busy={isBusy}
          disabled={check.state === 'unsupported'}
          onClick={() => download.mutate()}
        >
          {hasFailed
            ? 'Retry'
            : isBusy
              ? 'Verifying …'
              : check.state === 'done'
                ? 'Verify again'
                : 'Verify now'}
        </Button>
        {publicOf && <LedgerDownload publicOf={publicOf} />}
        <ButtonLink size="s" variant="quiet" href={paths.verify}>
          Verify a file
        </ButtonLink>
      </div>
      <CheckResult isDone={download.isError || check.state === 'done'}>
        {download.isPending && <LedgerProgress text={`Downloading entry ${rows} …`} done={0} total={null} />}
        {download.error && (
          <Notice tone="error" title="Couldn't download the change log">
            {download.error.message}
          </Notice>
        )}
        {!download.isPending && !download.error && <LedgerCheckOutcome check={check} />}
      </CheckResult>
    </>
  );
};
