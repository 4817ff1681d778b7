import { sql } from 'drizzle-orm';
import { type TradeIdea, tradeIdea } from '../../contract/ideas.ts';
import type { Connection } from '../database/connection.ts';
import { executePrepared } from '../database/prepared.ts';
import { type Attempt, storeResponseSql } from '../idempotency-keys.ts';
import type { FeedPosition } from '../live/feed-position.ts';
import { appendToFeedSql, type FeedEntry, toPosition } from '../live/feed-service.ts';
import type { PublishSteps } from './idea-notifier.ts';

/** DTO fields have the names of their columns (SPEC §3). */
const columns = sql.join(
  Object.keys(tradeIdea.shape).map((name) => sql.identifier(name)),
  sql`, `,
);

/**
 * Publishes an idea in one statement: row, stored response, notifications, revision and event. One statement because
 * an educator waits for it: seven took twice as long, mostly round trips. The feed's row is locked last, to block
 * other publishers as briefly as possible. Null, with nothing written, if the key is taken; waits if another
 * transaction is about to take it.
 */
export const insertPublished = async (
  db: Connection,
  idea: TradeIdea,
  attempt: Attempt | undefined,
  { name, steps }: PublishSteps,
  entry: FeedEntry,
): Promise<FeedPosition | null> => {
  const statement = sql`
    with kept as (${storeResponseSql(attempt, idea, idea.created_at)}),
    idea as (
      insert into trade_ideas (${columns})
      select ${columns} from json_populate_record(null::trade_ideas, ${JSON.stringify(idea)}::json)
      where ${attempt === undefined}::boolean or exists (select from kept)
      returning id
    ),
    ${steps},
    written as materialized (select id, (select count(*) from notified) as notified from idea)
    select position.* from written cross join lateral ${appendToFeedSql(entry, sql`written.id::text`)} as position`;
  const [row] = await executePrepared<Parameters<typeof toPosition>[0]>(
    db,
    `publish, tell ${name}`,
    statement,
  );
  return row ? toPosition(row) : null;
};
