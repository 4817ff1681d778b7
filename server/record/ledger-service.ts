import { createHash } from 'node:crypto';
import type { User } from '../../contract/account/auth.ts';
import { canView } from '../../contract/educators/visibility.ts';
import {
  LEDGER_PAGE,
  type LedgerRow,
  leaveOutCandles,
  redactRow,
  toPublicRow,
} from '../../contract/record/ledger.ts';
import { type Sha256, verifyLedger } from '../../contract/record/verify-ledger.ts';
import type { Connection, Db } from '../database/connection.ts';
import { toRevisionDto } from '../ideas/idea-revision.ts';
import { selectClosedIds, selectLedgerHead, selectRevisionsAfter } from './ledger-db.ts';

export const sha256: Sha256 = async (text) => createHash('sha256').update(text).digest('hex');

/** Reads the ledger. */
export class LedgerService {
  readonly #db: Db;
  readonly #showsPrices: boolean;

  /** Without `showsPrices` nobody gets candles: they belong to their source. */
  constructor(db: Db, showsPrices: boolean) {
    this.#db = db;
    this.#showsPrices = showsPrices;
  }

  /** Up to `limit` rows after number `after`, fewer if they are long. What a viewer may not see is redacted, but the row is included. */
  async page(viewer: Pick<User, 'role'>, after: number, limit: number): Promise<LedgerRow[]> {
    return (await selectRevisionsAfter(this.#db, after, limit)).map((row) => {
      const revision = toRevisionDto(row);
      if (!canView(viewer, row.educatorId)) return redactRow(revision);
      return this.#showsPrices ? revision : leaveOutCandles(revision);
    });
  }

  /** The same for the readers of an educator's published record. */
  async publicPage(educatorId: string, after: number, limit: number): Promise<LedgerRow[]> {
    const rows = (await selectRevisionsAfter(this.#db, after, limit)).map(toRevisionDto);
    // Read after the rows: those of an idea that was reopened meanwhile are redacted.
    const ids = new Set(rows.map(({ idea_id }) => idea_id));
    const closed = await selectClosedIds(this.#db, educatorId, [...ids]);
    return rows.map((row) => (closed.has(row.idea_id) ? toPublicRow(row) : redactRow(row)));
  }
}

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
    rows.push(...page.map(toRevisionDto));
  }
};
