import { and, eq, sql } from 'drizzle-orm';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import type { LiveChange, LiveKind } from '../../contract/live-events.ts';
import type { Transaction } from '../database/connection.ts';
import { feedEvents } from '../database/schema.ts';

/** A position in the feed. Within an epoch `seq` is gapless and in commit order (DESIGN §5). */
export type FeedPosition = { epoch: number; seq: number };

/** The position as an event id: `<epoch>-<seq>`. */
export const formatPosition = ({ epoch, seq }: FeedPosition): string => `${epoch}-${seq}`;

/** Parses an event id sent by a client; undefined if invalid. */
export const parsePosition = (id: string): FeedPosition | undefined => {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(id);
  return match ? { epoch: Number(match[1]), seq: Number(match[2]) } : undefined;
};

/** Who receives an event: everyone signed in, educators only (educator 9's ideas), or nobody once it is withdrawn. */
export type Audience = 'everyone' | 'educators' | 'nobody';

/**
 * Whether only the newest event of an entity may be read: earlier events of a chat message have text that was edited or
 * deleted since. Readers apply a message by its version, so they need no earlier event.
 */
export const isNewestOnly = (kind: LiveKind): boolean => kind === 'chat_messages_changes';

/** A revision to append; number and hashes are assigned under the feed's lock. */
export type NewRevision = Omit<IdeaRevision, 'number' | 'prev_hash' | 'hash'> & {
  actor_id: string | null;
};

export type FeedEntry = {
  kind: LiveKind;
  entityId: string;
  audience: Audience;
  data: LiveChange['data'];
  revision: NewRevision | null;
};

/**
 * Appends a change to the feed, and to the ledger for ideas. Must be the last step of its transaction, because the
 * feed's row stays locked until the commit. Returns the change's position.
 */
export const appendToFeed = async (tx: Transaction, entry: FeedEntry): Promise<FeedPosition> => {
  // Before the feed is locked: the entity's own row lock already orders its events.
  if (isNewestOnly(entry.kind) && entry.data.type !== 'INSERT') await withdrawEvents(tx, entry);
  const { kind, entityId, audience, data, revision } = entry;
  const { rows } = await tx.execute<{ o_epoch: string; o_seq: string }>(sql`
    select * from append_to_feed(${kind}, ${entityId}, ${audience}, ${JSON.stringify(data)}::json,
      ${revision && JSON.stringify(revision)}::jsonb)`);
  const [row] = rows;
  if (!row) throw new Error('The feed has no row');
  return { epoch: Number(row.o_epoch), seq: Number(row.o_seq) };
};

/** Removes the content of an entity's events. The rows stay, because numbers must be gapless. */
const withdrawEvents = async (
  tx: Transaction,
  { kind, entityId }: Pick<FeedEntry, 'kind' | 'entityId'>,
): Promise<void> => {
  await tx
    .update(feedEvents)
    .set({ audience: 'nobody', payload: sql`'null'` })
    .where(and(eq(feedEvents.kind, kind), eq(feedEvents.entityId, entityId)));
};
