import { and, asc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import {
  type Candle,
  type CandleSeries,
  type CandleSide,
  type Coverage,
  candleSides,
  HOUR_MS,
  joinRanges,
  MINUTE_MS,
  subtractRanges,
} from '../../contract/candles/candles.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Connection, Db, Transaction } from '../database/connection.ts';
import { countWritten, first, hasWritten, only } from '../database/rows.ts';
import {
  candleCoverage,
  candleSymbols,
  candles,
  ideaColumns,
  ideaSymbols,
  ideaTouches,
  tradeIdeas,
} from '../database/schema.ts';
import { isPublicSql } from '../educators/visibility.ts';

export type SymbolRow = Pick<typeof candleSymbols.$inferSelect, 'id' | 'source' | 'name'>;

/** Ideas published since that no instrument was looked for yet, oldest first. */
export const selectUnmeasured = (db: Connection, since: Date, limit: number) =>
  db
    .select({ id: tradeIdeas.id, pair: tradeIdeas.pair })
    .from(tradeIdeas)
    .leftJoin(ideaSymbols, eq(ideaSymbols.ideaId, tradeIdeas.id))
    .where(
      and(
        isNull(ideaSymbols.ideaId),
        or(isNull(tradeIdeas.closed_at), gte(tradeIdeas.closed_at, since.toISOString())),
      ),
    )
    .orderBy(asc(tradeIdeas.created_at))
    .limit(limit);

/** The id of an instrument, which is added unless it is known. */
export const ensureSymbol = async (db: Connection, symbol: { source: string; name: string }) => {
  await db.insert(candleSymbols).values(symbol).onConflictDoNothing();
  const isThis = and(eq(candleSymbols.source, symbol.source), eq(candleSymbols.name, symbol.name));
  return (await only(db.select().from(candleSymbols).where(isThis))).id;
};

/** Fixes the instrument of an idea; null for none. The first call counts. */
export const insertIdeaSymbol = async (
  tx: Transaction,
  { id, pair }: Pick<TradeIdea, 'id' | 'pair'>,
  symbol: { source: string; name: string } | null,
): Promise<void> => {
  const symbolId = symbol && (await ensureSymbol(tx, symbol));
  // The idea may have been deleted, or its pair corrected, meanwhile.
  await tx.execute(sql`insert into idea_symbols (idea_id, symbol_id)
    select id, ${symbolId}::uuid from trade_ideas where id = ${id} and pair = ${pair} on conflict do nothing`);
};

/** Its pair was corrected: an instrument is looked for again, and touches of the other one are forgotten. */
export const deleteMeasurement = async (tx: Transaction, ideaId: string): Promise<void> => {
  await tx.delete(ideaSymbols).where(eq(ideaSymbols.ideaId, ideaId));
  await tx.delete(ideaTouches).where(eq(ideaTouches.ideaId, ideaId));
};

/** Fixes the instrument of ideas with a pair that have none. Returns their number. */
export const measureIdeas = (tx: Transaction, symbolId: string, pair: string): Promise<number> =>
  countWritten(
    tx.execute(sql`
    insert into idea_symbols (idea_id, symbol_id)
    select id, ${symbolId}::uuid from trade_ideas where upper(pair) = ${pair}
    on conflict (idea_id) do update set symbol_id = excluded.symbol_id where idea_symbols.symbol_id is null`),
  );

export type DueSymbol = SymbolRow & Coverage;

/** Prices are needed from this long before a publication on: it spans a weekend. */
export const BEFORE_MS = 4 * 24 * HOUR_MS;
/** And until this long after its close; minutes are kept as long. */
export const KEEP_MS = 30 * 24 * HOUR_MS;

/**
 * Instruments with the range that their ideas need: from before the first publication until now, or an hour after the last close. Of ideas closed before `since` nothing more is needed.
 */
export const selectNeededRanges = async (db: Connection, now: Date, since: Date): Promise<DueSymbol[]> => {
  const { rows } = await db.execute<SymbolRow & { from: string; to: string }>(sql`
    select s.id, s.source, s.name,
      floor(extract(epoch from min(i.created_at)) * 1000 - ${BEFORE_MS})::bigint as "from",
      floor(extract(epoch from max(coalesce(i.closed_at + interval '1 hour', ${now.toISOString()}::timestamptz))) * 1000)::bigint as "to"
    from candle_symbols s join idea_symbols l on l.symbol_id = s.id join trade_ideas i on i.id = l.idea_id
    where i.closed_at is null or i.closed_at > ${since.toISOString()}::timestamptz
    group by s.id order by s.id`);
  return rows.map((row) => ({ ...row, from: Number(row.from), to: Math.min(Number(row.to), now.getTime()) }));
};

/** True for one process, which may read the instrument until `until`. */
export const claimSymbol = (db: Connection, id: string, now: Date, until: Date): Promise<boolean> =>
  hasWritten(
    db
      .update(candleSymbols)
      .set({ claimedUntil: until })
      .where(
        and(
          eq(candleSymbols.id, id),
          or(isNull(candleSymbols.claimedUntil), lt(candleSymbols.claimedUntil, now)),
        ),
      ),
  );

export const releaseSymbol = async (db: Connection, id: string): Promise<void> => {
  await db.update(candleSymbols).set({ claimedUntil: null }).where(eq(candleSymbols.id, id));
};

/** What is covered, by any interval, oldest first. */
export const selectCoverage = async (db: Connection, symbolId: string) =>
  db
    .select({ from: candleCoverage.since, to: candleCoverage.until, interval: candleCoverage.interval })
    .from(candleCoverage)
    .where(eq(candleCoverage.symbolId, symbolId))
    .orderBy(asc(candleCoverage.since));

/** Stores candles and what they cover. A candle that is known stays as it was. Returns how many are new. */
export const insertSeries = async (
  tx: Transaction,
  symbolId: string,
  { side, interval, candles: rows, covered }: CandleSeries,
): Promise<number> => {
  if (covered.length > 0) {
    await addCoverage(tx, symbolId, interval, covered);
    const from = Math.min(...covered.map((range) => range.from));
    await tx
      .update(candleSymbols)
      .set({ watchFrom: sql`least(watch_from, ${from}::bigint)` })
      .where(eq(candleSymbols.id, symbolId));
  }
  if (rows.length === 0) return 0;
  const column = (read: (candle: Candle) => string | number) => sql.param(rows.map(read));
  const { rowCount } = await tx.execute(sql`
      insert into candles (symbol_id, side, interval, at, open, high, low, close)
      select ${symbolId}::uuid, ${side}, ${interval}, * from unnest(${column(({ at }) => at)}::bigint[],
        ${column(({ open }) => open)}::numeric[], ${column(({ high }) => high)}::numeric[],
        ${column(({ low }) => low)}::numeric[], ${column(({ close }) => close)}::numeric[])
      on conflict do nothing`);
  return rowCount ?? 0;
};

const addCoverage = async (
  tx: Transaction,
  symbolId: string,
  interval: number,
  covered: readonly Coverage[],
): Promise<void> => {
  const stored = (await selectCoverage(tx, symbolId)).filter((range) => range.interval === interval);
  await replaceCoverage(tx, symbolId, interval, joinRanges([...stored, ...covered]));
};

const replaceCoverage = async (
  tx: Transaction,
  symbolId: string,
  interval: number,
  ranges: readonly Coverage[],
): Promise<void> => {
  await tx
    .delete(candleCoverage)
    .where(and(eq(candleCoverage.symbolId, symbolId), eq(candleCoverage.interval, interval)));
  if (ranges.length > 0)
    await tx
      .insert(candleCoverage)
      .values(ranges.map(({ from, to }) => ({ symbolId, interval, since: from, until: to })));
};

/** An idea with its instrument, of joined rows. */
export const measuredColumns = {
  idea: ideaColumns,
  symbol: { id: candleSymbols.id, source: candleSymbols.source, name: candleSymbols.name },
};

/** An idea with its instrument; undefined for an unknown id. */
export const selectMeasured = (db: Connection, ideaId: string) =>
  first(
    db
      .select(measuredColumns)
      .from(tradeIdeas)
      .leftJoin(ideaSymbols, eq(ideaSymbols.ideaId, tradeIdeas.id))
      .leftJoin(candleSymbols, eq(candleSymbols.id, ideaSymbols.symbolId))
      .where(eq(tradeIdeas.id, ideaId)),
  );

/** No candle is longer than a day. */
const overlaps = ({ from, to }: Coverage) =>
  sql`at > ${from - 24 * HOUR_MS} and at + interval > ${from} and at < ${to}`;

/**
 * The candles of a range as they are stored, by side and interval. Coverage is of all sides: files may have one for a longer
 * time, so where others have a candle and a side has none, it is not covered.
 */
export const selectSeries = async (db: Connection, symbolId: string, { from, to }: Coverage) => {
  const rows = await db
    .select()
    .from(candles)
    .where(and(eq(candles.symbolId, symbolId), overlaps({ from, to })))
    .orderBy(asc(candles.side), asc(candles.interval), asc(candles.at));
  const coverage = await selectCoverage(db, symbolId);
  return [...Map.groupBy(rows, (row) => row.interval)].flatMap(([interval, all]) => {
    const covered = coverage.filter((range) => range.interval === interval);
    return [...Map.groupBy(all, (row) => row.side)].map(([side, candles]) => {
      const own = new Set(candles.map(({ at }) => at));
      const missing = all.filter(({ at }) => !own.has(at)).map(({ at }) => ({ from: at, to: at + interval }));
      return { side, interval, candles, covered: subtractRanges(covered, missing) };
    });
  });
};

/** Candles of a range, joined to `interval`: minutes where there are any, hours elsewhere. Oldest first. */
export const selectCandles = async (
  db: Connection,
  symbolId: string,
  side: CandleSide,
  { from, to }: Coverage,
  interval: number,
): Promise<Candle[]> => {
  const { rows } = await db.execute<Record<keyof Candle, string>>(sql`
    select case interval when ${interval} then at else at / ${interval} * ${interval} end as at,
      (array_agg(open order by at, interval))[1] as open, max(high) as high, min(low) as low,
      (array_agg(close order by at desc, interval))[1] as close
    from candles
    where symbol_id = ${symbolId} and side = ${side} and ${overlaps({ from, to })} and interval <= ${interval}
    group by 1 order by 1`);
  return rows.map(({ at, ...prices }) => ({ at: Number(at), ...prices }));
};

/**
 * The newest close of every pair with an open idea that everybody may see, with the end of its candle: of bid and ask the
 * middle. Sorted by pair.
 */
export const selectLatestPrices = async (db: Connection, sources: readonly string[]) => {
  const { rows } = await db.execute<{ pair: string; source: string; price: string; at: string }>(sql`
    select distinct on (p.pair) p.pair, p.source, c.price, c.at
    from (
      select distinct i.pair, s.source, s.id
      from trade_ideas i join idea_symbols l on l.idea_id = i.id join candle_symbols s on s.id = l.symbol_id
      where i.closed_at is null and ${isPublicSql(sql`i.educator_id`)} and s.source = any(${sql.param(sources)})
    ) p cross join lateral (
      select newest.at + length.ms as at, round(avg(newest.close), max(scale(newest.close))) as price
      from unnest(${sql.param(candleSides)}::text[]) wanted (side)
      cross join unnest(${sql.param([MINUTE_MS, HOUR_MS])}::int[]) length (ms)
      cross join lateral (
        select at, close from candles where symbol_id = p.id and side = wanted.side and interval = length.ms
        order by at desc limit 1
      ) newest
      group by 1
    ) c
    order by p.pair, c.at desc, p.id`);
  return rows.map(({ at, ...row }) => ({ ...row, at: Number(at) }));
};

/** Every idea with a pair, for the made-up prices of the demo. */
export const selectIdeasOfPair = (db: Connection, pair: string): Promise<TradeIdea[]> =>
  db.select(ideaColumns).from(tradeIdeas).where(eq(tradeIdeas.pair, pair));

/**
 * Joins minutes to hours that no idea needs any more: all before the publication of the first one that is open or was closed
 * since `since`.
 */
export const joinOldMinutes = (db: Db, now: Date, since: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; at: string }>(sql`
      select s.id, coalesce(floor(extract(epoch from min(i.created_at) - interval '1 day') * 1000), ${now.getTime()})::bigint
        / ${HOUR_MS} * ${HOUR_MS} as at
      from candle_symbols s left join idea_symbols l on l.symbol_id = s.id
      left join trade_ideas i on i.id = l.idea_id and (i.closed_at is null or i.closed_at > ${since.toISOString()}::timestamptz)
      group by s.id`);
    for (const { id, at } of rows) await joinMinutesBefore(tx, id, Number(at));
  });

/** Minutes joined by one statement, which must not take as long as its timeout. */
const JOINED_MS = 90 * 24 * HOUR_MS;

/** Whole hours that are covered. Coverage moves along: a minute that is covered and has no row would mean that there was no trade. */
const joinMinutesBefore = async (tx: Transaction, symbolId: string, at: number): Promise<void> => {
  const minutes = (await selectCoverage(tx, symbolId)).filter(({ interval }) => interval === MINUTE_MS);
  const old = minutes
    .map(({ from, to }) => ({
      from: Math.ceil(from / HOUR_MS) * HOUR_MS,
      to: Math.floor(Math.min(to, at) / HOUR_MS) * HOUR_MS,
    }))
    .filter(({ from, to }) => from < to);
  if (old.length === 0) return;
  for (const { from, to } of old)
    for (let since = from; since < to; since += JOINED_MS)
      await tx.execute(sql`
    with old as (
      delete from candles where symbol_id = ${symbolId} and interval = ${MINUTE_MS} and at >= ${since}
        and at < ${Math.min(to, since + JOINED_MS)} returning *
    )
    insert into candles (symbol_id, side, interval, at, open, high, low, close)
    select symbol_id, side, ${HOUR_MS}, at / ${HOUR_MS} * ${HOUR_MS}, (array_agg(open order by at))[1], max(high), min(low),
      (array_agg(close order by at desc))[1]
    from old group by 1, 2, 4 on conflict do nothing`);
  await replaceCoverage(tx, symbolId, MINUTE_MS, subtractRanges(minutes, old));
  await addCoverage(tx, symbolId, HOUR_MS, old);
};
