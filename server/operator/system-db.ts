import { count, gte, sql, sum } from 'drizzle-orm';
import { candleSides, HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import type { Connection } from '../database/connection.ts';
import { only } from '../database/rows.ts';
import { media, posts } from '../database/schema.ts';

/** Bytes of the database, and uploads with their bytes. */
export const selectStorage = (db: Connection) =>
  only(
    db
      .select({
        databaseBytes: sql`pg_database_size(current_database())`.mapWith(Number),
        uploads: count(),
        uploadBytes: sql`coalesce(${sum(media.byteSize)}, 0)`.mapWith(Number),
      })
      .from(media),
  );

const toCounts = (rows: { state: string; count: number }[]): Record<string, number> =>
  Object.fromEntries(rows.map((row) => [row.state, row.count]));

/** By state, of notifications since then: the table of deliveries has no index by time. */
export const countDeliveries = async (db: Connection, since: Date): Promise<Record<string, number>> => {
  const { rows } = await db.execute<{ state: string; count: number }>(sql`
    select d.state, count(*)::int as count
    from push_notifications n join push_deliveries d on d.notification_id = n.id
    where n.created_at >= ${since.toISOString()}::timestamptz group by 1`);
  return toCounts(rows);
};

export const countPosts = async (db: Connection, since: Date): Promise<Record<string, number>> =>
  toCounts(
    await db
      .select({ state: posts.state, count: count() })
      .from(posts)
      .where(gte(posts.createdAt, since))
      .groupBy(posts.state),
  );

/** The end of the newest candle of each source, in milliseconds. */
export const selectNewestCandles = async (db: Connection): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ source: string; at: string }>(sql`
    select s.source, max(newest.at + length.ms) as at
    from candle_symbols s
    cross join unnest(${sql.param(candleSides)}::text[]) wanted (side)
    cross join unnest(${sql.param([MINUTE_MS, HOUR_MS])}::int[]) length (ms)
    cross join lateral (
      select c.at from candles c where c.symbol_id = s.id and c.side = wanted.side and c.interval = length.ms
      order by c.at desc limit 1
    ) newest
    group by 1`);
  return new Map(rows.map(({ source, at }) => [source, Number(at)]));
};
