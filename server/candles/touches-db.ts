import { and, eq, isNull, sql } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import type { OwnTouch } from '../../contract/candles/own-prices.ts';
import { type ResultLevel, resultLevels } from '../../contract/ideas/ideas.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { hasWritten } from '../database/rows.ts';
import { candleSymbols, ideaColumns, ideaSymbols, ideaTouches, tradeIdeas } from '../database/schema.ts';

type TouchRow = typeof ideaTouches.$inferSelect;

/** Whether a level still has the price it was touched at. */
const isPresent = (idea: 'i' | 'trade_ideas') =>
  sql.raw(
    `t.price = case t.level ${resultLevels.map((level) => `when '${level}' then ${idea}.${level}`).join(' ')} end`,
  );

/** How far prices went since they were looked at last, from the price before on; undefined if there is nothing new. */
export const selectUnwatched = async (db: Connection, symbolId: string) => {
  const { rows } = await db.execute<{ from: string; low: string; high: string }>(sql`
    select s.watch_from as "from", min(c.low) as low, max(c.high) as high from candle_symbols s cross join lateral (
      select low, high from candles where symbol_id = s.id and at >= s.watch_from
      union all
      select before.low, before.high
      from unnest(array['bid', 'ask', 'mid', 'trade']) side, unnest(array[${MINUTE_MS}, ${HOUR_MS}]::int[]) length
      cross join lateral (
        select low, high from candles where symbol_id = s.id and side = side.side and interval = length.length and at < s.watch_from
        order by at desc limit 1
      ) before
    ) c
    where s.id = ${symbolId} and s.watch_from is not null group by s.id`);
  const [row] = rows;
  return row && { ...row, from: Number(row.from) };
};

/** All candles were looked at, unless older ones came since. */
export const clearUnwatched = async (db: Connection, symbolId: string, from: number): Promise<void> => {
  await db
    .update(candleSymbols)
    .set({ watchFrom: null })
    .where(and(eq(candleSymbols.id, symbolId), eq(candleSymbols.watchFrom, from)));
};

/** Open ideas measured by an instrument, with the levels known to be touched at their present price. */
export const selectWatchedIdeas = async (db: Connection, symbolId: string) => {
  const touched = sql<
    ResultLevel[]
  >`array(select level from ${ideaTouches} t where t.idea_id = ${tradeIdeas.id}
    and ${isPresent('trade_ideas')})`;
  return db
    .select({ idea: ideaColumns, touched })
    .from(ideaSymbols)
    .innerJoin(tradeIdeas, eq(tradeIdeas.id, ideaSymbols.ideaId))
    .where(and(eq(ideaSymbols.symbolId, symbolId), isNull(tradeIdeas.closed_at)));
};

/** True for the first one who stores it. */
export const insertTouch = (db: Connection, touch: TouchRow): Promise<boolean> =>
  hasWritten(db.insert(ideaTouches).values(touch).onConflictDoNothing());

/** Levels were moved: what one was touched at before it left its price and came back does not count. */
export const deleteFormerTouches = async (tx: Transaction, ideaId: string, moved: ResultLevel[]) => {
  await tx.execute(sql`delete from idea_touches t using trade_ideas i
    where i.id = t.idea_id and i.id = ${ideaId} and t.level = any(${sql.param(moved)}::text[]) and ${isPresent('i')}`);
};

/** Touches of an educator's open ideas, oldest first, at the prices that their levels have now. */
export const selectOwnTouches = async (db: Connection, educatorId: string | null): Promise<OwnTouch[]> => {
  const { rows } = await db.execute<OwnTouch & { from: string; to: string }>(sql`
    select t.idea_id, t.level, t.price, t.since as "from", t.until as "to", s.source, exists (
        select from idea_touches e where e.idea_id = t.idea_id and e.level = 'entry_1' and e.since <= t.since
      ) as is_entered
    from trade_ideas i join idea_touches t on t.idea_id = i.id and ${isPresent('i')}
    join idea_symbols l on l.idea_id = i.id join candle_symbols s on s.id = l.symbol_id
    where i.educator_id = ${educatorId} and i.closed_at is null order by t.since, t.until`);
  return rows.map((row) => ({ ...row, from: Number(row.from), to: Number(row.to) }));
};

/** Closed ideas tell nothing any more: their alerts are removed. */
export const deleteOldAlerts = async (db: Connection): Promise<void> => {
  const ended = sql`alerts <> '{}' and not exists (select from trade_ideas i where i.id = idea_id and i.closed_at is null)`;
  await db.execute(sql`delete from bookmarks where not is_bookmarked and note = '' and ${ended}`);
  await db.execute(sql`update bookmarks set alerts = '{}' where ${ended}`);
};
