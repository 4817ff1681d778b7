import { getLedger } from '../../../contract/ledger.ts';
import type { LedgerHead } from '../../../contract/verify-ledger.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** The hash of a row as the server has it now; null where the ledger ends before it. */
const hashAt = async ({ count }: LedgerHead): Promise<string | null> => {
  const query = { cursor: String(count - 1), limit: '1' };
  const [row] = await callRoute(getLedger, { query });
  return row && row.number === count ? row.hash : null;
};

const keep = (head: LedgerHead) => {
  writeStored(storageKeys.ledgerHead, head);
  removeStored(storageKeys.ledgerBreak);
};

/**
 * Compares the history with the head this browser saw last (DESIGN §4), by the row itself: a process that lags behind
 * announces a smaller count without anything being wrong. `announced` is what the stream's `ready` said; without it
 * (a reset) only the remembered row is looked for. The memory is replaced by nothing that does not contain it.
 */
export const compareLedger = async (announced: LedgerHead | null): Promise<void> => {
  const seen = readStored(storageKeys.ledgerHead);
  if (!seen || seen.count === 0) {
    if (announced) keep(announced);
    return;
  }
  try {
    const hash = await hashAt(seen);
    if (hash !== seen.head)
      writeStored(storageKeys.ledgerBreak, {
        kind: hash === null ? 'shorter' : 'rewritten',
        seen,
        noticedAt: new Date().toISOString(),
      });
    else keep(announced && announced.count > seen.count ? announced : seen);
  } catch (failure) {
    // Nobody answered: nothing is known, nothing is forgotten; the next `ready` asks again.
    logFailure('ledger memory', failure);
  }
};

/** The reader knows why (a restore they were told of): this browser remembers anew, from the next `ready` on. */
export const rememberAnew = (): void => {
  removeStored(storageKeys.ledgerHead);
  removeStored(storageKeys.ledgerBreak);
};
