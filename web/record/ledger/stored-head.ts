import { getLedger } from '../../../contract/record/ledger.ts';
import type { LedgerHead } from '../../../contract/record/verify-ledger.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** The hash of the row on the server; null when the ledger ends before it. */
const fetchHash = async ({ count }: LedgerHead): Promise<string | null> => {
  const query = { cursor: String(count - 1), limit: '1' };
  const [row] = await callRoute(getLedger, { query });
  return row && row.number === count ? row.hash : null;
};

const storeHead = (head: LedgerHead) => {
  writeStored(storageKeys.ledgerHead, head);
  removeStored(storageKeys.ledgerBreak);
};

/**
 * Compares the ledger with the head this browser saw last (DESIGN §4). It compares the row, not the count, because a
 * server process that lags behind announces a smaller count. `announced` comes from the `ready` event; after a reset
 * it is null. The stored head is only replaced by a ledger that contains it.
 */
export const compareStoredHead = async (announced: LedgerHead | null): Promise<void> => {
  const seen = readStored(storageKeys.ledgerHead);
  if (!seen || seen.count === 0) {
    if (announced) storeHead(announced);
    return;
  }
  try {
    const hash = await fetchHash(seen);
    if (hash !== seen.head)
      writeStored(storageKeys.ledgerBreak, {
        kind: hash === null ? 'shorter' : 'rewritten',
        seen,
        noticedAt: new Date(serverNow()).toISOString(),
      });
    else storeHead(announced && announced.count > seen.count ? announced : seen);
  } catch (failure) {
    // Keeps the stored head. The next `ready` event compares again.
    logFailure('ledger memory', failure);
  }
};

/** The user accepts the change, such as an announced restore. The next `ready` event stores a new head. */
export const resetStoredHead = (): void => {
  removeStored(storageKeys.ledgerHead);
  removeStored(storageKeys.ledgerBreak);
};
