import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { candleSides } from '../../../contract/candles/candles.ts';
import type { CheckCandle, PriceCheck } from '../../../contract/candles/price-check.ts';
import { resultLevels } from '../../../contract/ideas/ideas.ts';
import { instant, isOneOf, price } from './columns.ts';
import { tradeIdeas } from './ideas.ts';

/** Instruments as sources name them. */
export const candleSymbols = pgTable(
  'candle_symbols',
  {
    id: uuid().primaryKey().defaultRandom(),
    source: text().notNull(),
    name: text().notNull(),
    /** One process reads it until then. */
    claimedUntil: instant(),
    /** Candles from then on were not looked at for touches yet. Milliseconds; null: all were. */
    watchFrom: bigint({ mode: 'number' }),
  },
  (table) => [unique('candle_symbols_name').on(table.source, table.name)],
);

/** The instrument an idea is measured by, fixed when it is first looked for; null where no source has it. */
export const ideaSymbols = pgTable(
  'idea_symbols',
  {
    ideaId: uuid()
      .primaryKey()
      .references(() => tradeIdeas.id, { onDelete: 'cascade' }),
    symbolId: uuid().references(() => candleSymbols.id, { onDelete: 'cascade' }),
  },
  (table) => [index('idea_symbols_symbol').on(table.symbolId)],
);

/** Finished candles. Times are milliseconds since 1970. */
export const candles = pgTable(
  'candles',
  {
    symbolId: uuid()
      .notNull()
      .references(() => candleSymbols.id, { onDelete: 'cascade' }),
    side: text({ enum: candleSides }).notNull(),
    /** Milliseconds. */
    interval: integer().notNull(),
    at: bigint({ mode: 'number' }).notNull(),
    open: price().notNull(),
    high: price().notNull(),
    low: price().notNull(),
    close: price().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.symbolId, table.side, table.interval, table.at] }),
    check('candles_side', isOneOf('side', candleSides)),
  ],
);

/** What a source answered for: `since` inclusive, `until` exclusive. Ranges of one interval neither meet nor overlap. */
export const candleCoverage = pgTable(
  'candle_coverage',
  {
    symbolId: uuid()
      .notNull()
      .references(() => candleSymbols.id, { onDelete: 'cascade' }),
    interval: integer().notNull(),
    since: bigint({ mode: 'number' }).notNull(),
    until: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbolId, table.interval, table.since] })],
);

/** Levels of open ideas that prices touched, at the price they had. Times of a touch are milliseconds since 1970. */
export const ideaTouches = pgTable(
  'idea_touches',
  {
    ideaId: uuid()
      .notNull()
      .references(() => tradeIdeas.id, { onDelete: 'cascade' }),
    level: text({ enum: resultLevels }).notNull(),
    price: price().notNull(),
    since: bigint({ mode: 'number' }).notNull(),
    until: bigint({ mode: 'number' }).notNull(),
    foundAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ideaId, table.level, table.price] }),
    check('idea_touches_level', isOneOf('level', resultLevels)),
    index('idea_touches_found').on(table.foundAt),
  ],
);

/** What prices say of an idea's reported result. The ledger has it too, once it is recorded. */
export const ideaChecks = pgTable('idea_checks', {
  ideaId: uuid()
    .primaryKey()
    .references(() => tradeIdeas.id, { onDelete: 'cascade' }),
  /** What was checked: another report is checked again. Empty once it has changed. */
  report: text().notNull(),
  result: jsonb().$type<PriceCheck & { candles: CheckCandle[] }>().notNull(),
  foundAt: instant().notNull(),
  /** The educator's, on a contradiction. Empty means none. */
  comment: text().notNull().default(''),
  /** When it was appended to the ledger; a contradiction is first shown to its educator. */
  recordedAt: instant(),
});
