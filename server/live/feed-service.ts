import { sql } from 'drizzle-orm';
import type { IdeaRevision } from '../../contract/idea-revisions.ts';
import type { LiveChange, LiveKind } from '../../contract/live-events.ts';
import type { Transaction } from '../database/connection.ts';
import type { FeedPosition } from './feed-position.ts';

/** Who receives an event: everyone signed in, or educators only (educator 9's ideas). */
export type Audience = 'everyone' | 'educators';

/** A revision as the ledger takes it; its number and hashes are given under the feed's lock. */
export type NewRevision = Omit<IdeaRevision, 'number' | 'prev_hash' | 'hash'> & {
  actor_id: string | null;
  /** Canonical JSON of the revision (contract/ledger.ts). */
  header: string;
};

export type FeedEntry = {
  kind: LiveKind;
  entityId: string;
  audience: Audience;
  data: LiveChange['data'];
  revision: NewRevision | null;
};

/**
 * Appends one change to the feed, and to the ledger where it is an idea's: the last step of its transaction, because
 * the feed's row is locked from here to the commit. Answers the position the change will have.
 */
export const appendToFeed = async (tx: Transaction, entry: FeedEntry): Promise<FeedPosition> => {
  const { rows } = await tx.execute<{ o_epoch: string; o_seq: string }>(
    sql`select * from append_to_feed(${entry.kind}, ${entry.entityId}, ${entry.audience},
      ${JSON.stringify(entry.data)}::json, ${entry.revision && JSON.stringify(entry.revision)}::jsonb)`,
  );
  const [row] = rows;
  if (!row) throw new Error('The feed has no row');
  return { epoch: Number(row.o_epoch), seq: Number(row.o_seq) };
};
