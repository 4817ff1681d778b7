import { createHash } from 'node:crypto';
import type { User } from '../../contract/auth.ts';
import { LEDGER_PAGE, type LedgerRow } from '../../contract/ledger.ts';
import {
  type LedgerHead,
  type LedgerVerification,
  type Sha256,
  verifyLedger,
} from '../../contract/verify-ledger.ts';
import type { Connection, Db } from '../database/connection.ts';
import { wireRevision } from '../ideas/idea-revision.ts';
import { maySee } from '../ideas/ideas-service.ts';
import { selectLedgerHead, selectRevisionsAfter } from './ledger-db.ts';

export const sha256: Sha256 = async (text) => createHash('sha256').update(text).digest('hex');

/** The chain of revisions, to be read and to be checked. */
export class LedgerService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Up to `limit` rows after number `after`. What a viewer may not see of a row is withheld, never the row. */
  async page(viewer: Pick<User, 'role'>, after: number, limit: number): Promise<LedgerRow[]> {
    return (await selectRevisionsAfter(this.#db, after, limit)).map((row) => {
      const revision = wireRevision(row);
      return maySee(viewer, row.educatorId) ? revision : { ...revision, changes: null };
    });
  }
}

/** A stored ledger's verdict, and the head the feed holds: where they differ, the end of the chain was cut off. */
export type StoredLedgerCheck = { verdict: LedgerVerification; feedHead: LedgerHead };

/** Checks the whole ledger as it is stored, in one view of the database: writers may go on meanwhile. */
export const verifyStoredLedger = (
  db: Db,
  onProgress?: (checked: number) => void,
): Promise<StoredLedgerCheck> =>
  db.transaction(
    async (tx) => {
      const feedHead = await selectLedgerHead(tx);
      const rows = await readChain(tx);
      const verdict = await verifyLedger(rows, {
        sha256,
        savedHead: feedHead,
        ...(onProgress && { onProgress }),
      });
      return { verdict, feedHead };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

const readChain = async (db: Connection): Promise<LedgerRow[]> => {
  const rows: LedgerRow[] = [];
  for (;;) {
    const page = await selectRevisionsAfter(db, rows.at(-1)?.number ?? 0, LEDGER_PAGE);
    rows.push(...page.map(wireRevision));
    if (page.length < LEDGER_PAGE) return rows;
  }
};
