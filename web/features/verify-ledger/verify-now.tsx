import { useEffect, useRef, useState } from 'react';
import { getLedger } from '../../../contract/ledger.ts';
import type { TermSlug } from '../../entities/glossary/glossary.ts';
import { TermList } from '../../entities/glossary/term-list.tsx';
import { ApiError } from '../../shared/api/api-request.ts';
import { paths } from '../../shared/paths.ts';
import { readStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { fetchLedger } from './fetch-ledger.ts';
import { LedgerCheckOutcome, LedgerProgress } from './ledger-check-result.tsx';
import { useLedgerCheck } from './use-ledger-check.ts';

type Download = { state: 'none' } | { state: 'loading'; rows: number } | { state: 'failed'; error: string };

/** Downloads the change log and checks it against the head this browser saw last, which is read before the download. */
const useVerification = () => {
  const { check, startCheck } = useLedgerCheck();
  const [download, setDownload] = useState<Download>({ state: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const verify = async () => {
    const controller = new AbortController();
    running.current = controller;
    setDownload({ state: 'loading', rows: 0 });
    const seen = readStored(storageKeys.ledgerHead);
    try {
      const file = await fetchLedger((rows) => setDownload({ state: 'loading', rows }), controller.signal);
      setDownload({ state: 'none' });
      startCheck(file, seen && seen.count > 0 ? seen : null);
    } catch (failure) {
      if (controller.signal.aborted) return;
      // `callPage` has logged the failure.
      setDownload({
        state: 'failed',
        error: failure instanceof ApiError ? failure.message : getLedger.failure,
      });
    }
  };

  return { check, download, verify };
};

const verifyTerms: readonly (readonly [string, TermSlug])[] = [
  ['Verify', 'verification'],
  ['Change log', 'change-log'],
  ['Fingerprint', 'fingerprint'],
];

/** Checks the whole change log in place, in one press. */
export const VerifyNow = () => {
  const { check, download, verify } = useVerification();
  const isBusy = download.state === 'loading' || check.state === 'checking';
  const hasFailed = download.state === 'failed' || check.state === 'unreadable';
  return (
    <>
      <p className="mb-4 max-w-190 text-sm text-pretty text-muted">
        This track record is calculated from a tamper-evident log of every change to every idea. Your browser
        downloads the log, checks that no entry was altered, and compares it with what it saw before.
      </p>
      <TermList terms={verifyTerms} className="mb-4" />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="s"
          variant="primary"
          busy={isBusy}
          disabled={check.state === 'unsupported'}
          onClick={() => void verify()}
        >
          {hasFailed
            ? 'Retry'
            : isBusy
              ? 'Verifying …'
              : check.state === 'done'
                ? 'Verify again'
                : 'Verify now'}
        </Button>
        <ButtonLink size="s" variant="quiet" href={paths.verify}>
          Verify a file
        </ButtonLink>
      </div>
      <div role="status" className="mt-4 empty:mt-0">
        {download.state === 'loading' && (
          <LedgerProgress text={`Downloading entry ${download.rows} …`} done={0} total={null} />
        )}
        {download.state === 'failed' && (
          <Notice tone="error" title="Couldn't download the change log">
            {download.error}
          </Notice>
        )}
        {download.state === 'none' && <LedgerCheckOutcome check={check} />}
      </div>
    </>
  );
};
