import { useEffect, useRef, useState } from 'react';
import { getLedger } from '../../../contract/ledger.ts';
import { comparisonMessage, describeLedgerError } from '../../../contract/verify-ledger.ts';
import type { TermSlug } from '../../entities/glossary/glossary.ts';
import { TermList } from '../../entities/glossary/term-list.tsx';
import { ApiError } from '../../shared/api/api-request.ts';
import { paths } from '../../shared/paths.ts';
import { readStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { fetchLedger } from './fetch-ledger.ts';
import { describeIntactPart, NOT_COMPARED } from './ledger-check-result.tsx';
import { type LedgerCheck, useLedgerCheck } from './use-ledger-check.ts';

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

const countEntries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);

const Result = ({ result, compared }: LedgerCheck & { state: 'done' }) => {
  if (!result.valid)
    return (
      <Notice tone="error" title="Change log altered">
        {describeLedgerError(result.error)} {describeIntactPart(result.error.position - 1)}
      </Notice>
    );
  const intact = `Change log intact: ${countEntries(result.count)}`;
  if (!result.comparison || !compared)
    return (
      <Notice tone="accent" title={intact}>
        {NOT_COMPARED}
      </Notice>
    );
  if (result.comparison === 'contained')
    return <Notice tone="accent" title={`${intact}, matches what you saw before`} />;
  return (
    <Notice tone="error" title="Change log doesn't match what you saw before">
      {comparisonMessage(result.comparison, compared)}
    </Notice>
  );
};

const Progress = ({ text, done, total }: { text: string; done: number; total: number | null }) => (
  <>
    <p className="text-sm text-muted">{text}</p>
    <progress
      aria-label="Entries"
      className="mt-2 h-2 w-full max-w-120 accent-accent"
      value={total ? done : undefined}
      max={total ?? undefined}
    />
  </>
);

const Outcome = ({ check, download }: { check: LedgerCheck; download: Download }) => {
  if (download.state === 'loading')
    return <Progress text={`Downloading entry ${download.rows} …`} done={0} total={null} />;
  if (download.state === 'failed')
    return (
      <Notice tone="error" title="Couldn't download the change log">
        {download.error}
      </Notice>
    );
  switch (check.state) {
    case 'idle':
      return null;
    case 'unsupported':
      return (
        <Notice tone="error" title="Verification needs a secure (https) connection">
          Open this page with https://.
        </Notice>
      );
    case 'checking':
      return (
        <Progress
          text={`Checking entry ${check.checked}${check.total === null ? '' : ` of ${check.total}`} …`}
          done={check.checked}
          total={check.total}
        />
      );
    case 'unreadable':
      return (
        <Notice tone="error" title="Couldn't check the change log">
          {check.error}
        </Notice>
      );
    case 'done':
      return <Result {...check} />;
  }
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
        <Outcome check={check} download={download} />
      </div>
    </>
  );
};
