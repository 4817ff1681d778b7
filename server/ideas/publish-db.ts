import { sql } from 'drizzle-orm';
import { type TradeIdea, tradeIdea } from '../../contract/ideas.ts';
import type { Connection } from '../database/connection.ts';
import { executePrepared } from '../database/prepared.ts';
import { type Attempt, storeResponseSql } from '../idempotency-keys.ts';
import type { FeedPosition } from '../live/feed-position.ts';
import { appendingToFeed, type FeedEntry, positionOf } from '../live/feed-service.ts';
import type { PublishSteps } from './idea-notifier.ts';

/** Ideas travel under the names of their columns (SPEC §3). */
const columns = sql.join(
  Object.keys(tradeIdea.shape).map((name) => sql.identifier(name)),
  sql`, `,
);

/**
 * Publishes an idea, in one statement: its row, the answer kept under the key, who is told of it, the revision and the
 * event. One statement because an educator waits for it: as seven it took twice as long, most of it on the way to and
 * fro. The feed's row is locked last, so that publishers hold one another up as little as can be. Null, and nothing
 * written, where the key is taken; where another statement is about to take it, this waits for its end.
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
    written as materialized (select id, (select count(*) from told) as told from idea)
    select position.* from written cross join lateral ${appendingToFeed(entry, sql`written.id::text`)} as position`;
  const [row] = await executePrepared<Parameters<typeof positionOf>[0]>(
    db,
    `publish, tell ${name}`,
    statement,
  );
  return row ? positionOf(row) : null;
};
