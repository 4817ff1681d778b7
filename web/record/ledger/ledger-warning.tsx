import { absoluteTime } from '../../shared/absolute-time.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { paths } from '../../shared/paths.ts';
import type { LedgerMismatch } from '../../shared/storage/storage-keys.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { resetStoredHead } from './stored-head.ts';

const mismatchSentences = {
  shorter: 'The server’s log now ends before that entry.',
  rewritten: 'The server’s log now has a different entry in its place.',
};

/** Warns that the ledger does not contain the stored head. Stays until it does again or the user accepts the change. */
const LedgerWarning = ({ broken }: { broken: LedgerMismatch }) => {
  const now = useNow(60_000);
  return (
    <div className="column pt-4">
      <Notice tone="error" alert title="The idea history has changed since your last visit">
        <p className="mt-1 max-w-180">
          This browser last saw {broken.seen.count} change log entries, the last with the fingerprint{' '}
          <code className="break-all">{broken.seen.head.slice(0, 16)}…</code>.{' '}
          {mismatchSentences[broken.kind]} Noticed {absoluteTime(broken.noticedAt, now)}.
        </p>
        <p className="mt-2 max-w-180 text-muted">
          This happens after a backup restore, or if history was altered. If no restore was announced, contact
          support and keep any change log you downloaded as evidence.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink href={paths.verify} size="s">
            Check the change log
          </ButtonLink>
          <Button size="s" variant="quiet" onClick={resetStoredHead}>
            I understand, accept this history
          </Button>
        </div>
      </Notice>
    </div>
  );
};

export default LedgerWarning;
