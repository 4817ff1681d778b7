import { absoluteTime } from '../../shared/absolute-time.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { paths } from '../../shared/paths.ts';
import type { LedgerMismatch } from '../../shared/storage/storage-keys.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { rememberAnew } from './known-head.ts';

const found = {
  shorter: 'The server’s history now ends before that row: what came last is missing.',
  rewritten: 'The server’s history has another row in that place: it was written anew.',
};

/** The history is not the one this browser saw. Stays until it is again, or until the reader accepts it. */
const LedgerWarning = ({ broken }: { broken: LedgerMismatch }) => {
  const now = useNow(60_000);
  return (
    <div className="column pt-4">
      <Notice tone="fall" alert title="The history of trade ideas is not the one this browser saw before">
        <p className="mt-1 max-w-180">
          This browser had seen {broken.seen.count} rows of the ledger, the last with the fingerprint{' '}
          <code className="break-all">{broken.seen.head.slice(0, 16)}…</code>. {found[broken.kind]} Noticed{' '}
          {absoluteTime(broken.noticedAt, now)}.
        </p>
        <p className="mt-2 max-w-180 text-muted">
          A restored backup looks like this, and so does a changed past. If nobody told you of a restore, ask,
          and keep any ledger you downloaded: it holds what was there.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink href={paths.verify} size="s">
            Check the ledger
          </ButtonLink>
          <Button size="s" variant="quiet" onClick={rememberAnew}>
            I know why, remember anew
          </Button>
        </div>
      </Notice>
    </div>
  );
};

export default LedgerWarning;
