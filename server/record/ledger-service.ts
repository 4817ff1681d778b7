import { createHash } from 'node:crypto';
import type { User } from '../../contract/account/auth.ts';
import { canView } from '../../contract/educators/visibility.ts';
import { LEDGER_PAGE, type LedgerRow, leaveOutCandles, redactRow } from '../../contract/record/ledger.ts';
import { type Sha256, verifyLedger } from '../../contract/record/verify-ledger.ts';
import type { Connection, Db } from '../database/connection.ts';
import { selectLedgerHead, selectRevisionsAfter } from './ledger-db.ts';

export const sha256: Sha256 = async (text) => createHash('sha256').update(text).digest('hex');

/** Up to `limit` rows after number `after`, fewer if they are long. */
export type LedgerRange = { after: number; limit: number };

/**
 * What a viewer may not see is redacted, but the row is included. Without `showsPrices` nobody gets candles: they belong
 * to their source.
 */
export const readLedger = async (
  db: Db,
  viewer: Pick<User, 'role'>,
  { after, limit, showsPrices }: LedgerRange & { showsPrices: boolean },
): Promise<LedgerRow[]> =>
  (await selectRevisionsAfter(db, after, limit)).map((row) => {
    if (!canView(viewer, row.educator_id)) return redactRow(row);
    return showsPrices ? row : leaveOutCandles(row);
  });

/**
 * Verifies the whole stored ledger in one database snapshot, while writes continue. If the feed's head differs, the end of the
 * chain is missing.
 */
export const verifyStoredLedger = (db: Db, onProgress?: (checked: number) => void) =>
  db.transaction(
    async (tx) => {
      const feedHead = await selectLedgerHead(tx);
      const rows = await readChain(tx);
      const parts = { sha256, savedHead: feedHead, ...(onProgress && { onProgress }) };
      const result = await verifyLedger(rows, parts);
      return { result, feedHead };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

const readChain = async (db: Connection): Promise<LedgerRow[]> => {
  const rows: LedgerRow[] = [];
  for (;;) {
    const page = await selectRevisionsAfter(db, rows.at(-1)?.number ?? 0, LEDGER_PAGE);
    if (page.length === 0) return rows;
    rows.push(...page);
  }
};
