import { and, eq, lte, sql } from 'drizzle-orm';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { first, hasWritten } from '../database/rows.ts';
import { candleSymbols, ideaChecks, ideaColumns, ideaSymbols, tradeIdeas } from '../database/schema.ts';
import { measuredColumns, type SymbolRow } from './candles-db.ts';

export type CheckRow = typeof ideaChecks.$inferSelect;

/** What is checked: the result, and the close it belongs to. */
export const formatReport = ({ closed_at, status, result_level }: TradeIdea): string =>
  `${status} ${result_level ?? '-'} ${Date.parse(closed_at ?? '')}`;

const toMs = (column: string) => sql.raw(`floor(extract(epoch from i.${column}) * 1000)::bigint`);
const isCovered = (
  column: string,
) => sql`exists (select from candle_coverage c where c.symbol_id = l.symbol_id
  and c.since <= ${toMs(column)} and c.until >= ${toMs(column)})`;

/**
 * Ideas closed before `until` whose present report was not checked, with their instrument: those whose prices are there from
 * publication to close, and all that were closed before `latest`. Prices of those closed since `since` may still come: what was
 * found to be not covered before `latest` is looked at again.
 */
export const selectUnchecked = async (
  db: Connection,
  { until, latest, since }: { until: Date; latest: Date; since: Date },
): Promise<{ idea: TradeIdea; symbol: SymbolRow }[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select i.id from trade_ideas i join idea_symbols l on l.idea_id = i.id and l.symbol_id is not null
    left join idea_checks k on k.idea_id = i.id
    where i.closed_at <= ${until.toISOString()}::timestamptz
      and (k.report is distinct from concat(i.status, ' ', coalesce(i.result_level, '-'), ' ', ${toMs('closed_at')}) or (k.result->>'conclusion' = 'not covered'
        and k.found_at < ${latest.toISOString()}::timestamptz and i.closed_at > ${since.toISOString()}::timestamptz))
      and (i.closed_at < ${latest.toISOString()}::timestamptz or (${isCovered('created_at')} and ${isCovered('closed_at')}))
    order by i.closed_at limit 20`);
  if (rows.length === 0) return [];
  return db
    .select(measuredColumns)
    .from(tradeIdeas)
    .innerJoin(ideaSymbols, eq(ideaSymbols.ideaId, tradeIdeas.id))
    .innerJoin(candleSymbols, eq(candleSymbols.id, ideaSymbols.symbolId))
    .where(sql`${tradeIdeas.id} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
};

export const selectCheck = (db: Connection, ideaId: string): Promise<CheckRow | undefined> =>
  first(db.select().from(ideaChecks).where(eq(ideaChecks.ideaId, ideaId)));

/** Stores a check, instead of an earlier one. */
export const upsertCheck = async (tx: Transaction, row: CheckRow): Promise<void> => {
  const { ideaId: _, ...set } = row;
  await tx.insert(ideaChecks).values(row).onConflictDoUpdate({ target: ideaChecks.ideaId, set });
};

/** The report has changed: should it come back, it is checked again. */
export const forgetReport = async (tx: Transaction, ideaId: string): Promise<void> => {
  await tx.update(ideaChecks).set({ report: '' }).where(eq(ideaChecks.ideaId, ideaId));
};

/** A contradiction of what is still reported that is not in the ledger yet. */
const isWaiting = sql`${ideaChecks.recordedAt} is null and ${ideaChecks.result}->>'conclusion' = 'contradicted'
  and ${ideaChecks.report} <> ''`;

/** Contradictions that wait, of one idea or found before a time, with their ideas. Locked until the transaction ends. */
export const selectWaiting = (tx: Transaction, which: { ideaId: string } | { before: Date }) =>
  tx
    .select({ check: ideaChecks, idea: ideaColumns })
    .from(ideaChecks)
    .innerJoin(tradeIdeas, eq(tradeIdeas.id, ideaChecks.ideaId))
    .where(
      and(
        isWaiting,
        'ideaId' in which ? eq(ideaChecks.ideaId, which.ideaId) : lte(ideaChecks.foundAt, which.before),
      ),
    )
    .limit(20)
    .for('update', { skipLocked: true });

export const updateRecorded = async (tx: Transaction, ideaId: string, at: Date): Promise<void> => {
  await tx.update(ideaChecks).set({ recordedAt: at }).where(eq(ideaChecks.ideaId, ideaId));
};

/** Contradictions of an educator's results that only they see yet. */
export const selectOwnContradictions = (db: Connection, educatorId: string | null): Promise<CheckRow[]> =>
  db
    .select({ check: ideaChecks })
    .from(ideaChecks)
    .innerJoin(tradeIdeas, eq(tradeIdeas.id, ideaChecks.ideaId))
    .where(sql`${isWaiting} and ${tradeIdeas.educator_id} = ${educatorId}`)
    .then((rows) => rows.map(({ check }) => check));

/** False if there is no contradiction that waits. */
export const updateComment = (db: Connection, ideaId: string, comment: string): Promise<boolean> =>
  hasWritten(
    db.update(ideaChecks).set({ comment }).where(sql`${isWaiting} and ${ideaChecks.ideaId} = ${ideaId}`),
  );
