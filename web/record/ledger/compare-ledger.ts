import type { ReadyEvent } from '../../../contract/live-events.ts';
import { importWithRetry } from '../../shared/loading/import-with-retry.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { readStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** Compares the server's ledger with the fingerprint this browser stored (DESIGN §4). Its code loads only when they differ. */
export const compareLedger = (announced: ReadyEvent['ledger'] | null): void => {
  const seen = readStored(storageKeys.ledgerHead);
  const isSame = announced && seen?.count === announced.count && seen.head === announced.head;
  if (isSame && !readStored(storageKeys.ledgerBreak)) return;
  importWithRetry(() => import('./stored-head.ts'))
    .then((memory) => memory.compareStoredHead(announced))
    .catch((failure: unknown) => logFailure('ledger memory', failure));
};
