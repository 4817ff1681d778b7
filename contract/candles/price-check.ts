import * as z from 'zod/mini';
import { type IdeaStatus, normalizeStatus, type ResultLevel, resultLevel } from '../ideas/ideas.ts';
import { exitNames, levelFields } from '../ideas/levels.ts';
import { type Candle, type CandleSeries, candleSides } from './candles.ts';
import { certainties, type Touches } from './find-touches.ts';
import { outcomeKinds, type PriceOutcome, type PriceResult } from './price-result.ts';

/** R of the plan, as decimals; two values if candles leave open at which price it was. */
const bounds = z.object({ low: z.string(), high: z.string() });
export const levelTouch = z.object({
  level: z.enum(levelFields),
  /** Touched within this time; at once if both are equal. */
  from: z.number(),
  to: z.number(),
  certainty: z.enum(certainties),
});
export const priceResult = z.object({
  certainty: z.enum(certainties),
  outcomes: z.array(
    z.object({
      kind: z.enum(outcomeKinds),
      /** In their order, until the invalidation. */
      exits: z.array(z.object({ level: z.enum(exitNames), r: bounds })),
      invalidation: z.nullable(bounds),
    }),
  ),
  /** The largest moves from the entry on. */
  favourable: z.nullable(bounds),
  adverse: z.nullable(bounds),
});

/** What prices say of a reported result (docs/candles.md). `no result`: they say nothing about an idea like this. */
export const conclusions = ['checked', 'cannot tell', 'not covered', 'contradicted', 'no result'] as const;
export type Conclusion = (typeof conclusions)[number];

/** A check of a closed idea, as the ledger has it. Times are milliseconds since 1970. */
export const priceCheck = z.object({
  conclusion: z.enum(conclusions),
  source: z.string(),
  symbol: z.string(),
  sides: z.array(z.enum(candleSides)),
  /** Milliseconds of the coarsest candle that decided. */
  interval: z.number(),
  status: z.string(),
  result_level: z.nullable(resultLevel),
  /** Whether the levels were taken as planned, or as they were moved: the reading that fits better. */
  levels: z.enum(['planned', 'moved']),
  touches: z.array(levelTouch),
  result: z.nullable(priceResult),
  /** SHA-256 of all candles that were looked at. */
  digest: z.string(),
});
export type PriceCheck = z.infer<typeof priceCheck>;

/** A candle in which levels were touched. */
export type CheckCandle = Candle & Pick<CandleSeries, 'side' | 'interval'>;
/** Fields of a check's revision beside `check`: those candles, and what its educator says of it. */
export const CHECK_CANDLES = 'check_candles';
export const CHECK_COMMENT = 'check_comment';

/** What an educator reported at the close. */
type Report = { status: IdeaStatus; result_level: ResultLevel | null };

/** Whether a report can be true of what happened. docs/candles.md has the same as a table. */
const canBe = (
  { status, result_level: level }: Report,
  { kind, exits, invalidation }: PriceOutcome,
  touched: ReadonlySet<string>,
): boolean => {
  const isEntered = kind === 'entered';
  if (level === 'invalidation_level') return isEntered && touched.has(level);
  if (level === 'entry_1') return isEntered;
  if (level !== null) return isEntered && exits.some((exit) => exit.level === level);
  const stored = normalizeStatus(status);
  // Closed early with a profit, or at an exit.
  if (stored === 'successful') return isEntered && (exits.length > 0 || invalidation === null);
  if (stored === 'invalid') return !isEntered || exits.length === 0 || invalidation !== null;
  return true;
};

type Reading = { touches: Touches; result: PriceResult | null };
type Fit = 'all' | 'some' | 'none' | 'not covered';

const compareReading = (report: Report, { touches, result }: Reading): Fit | null => {
  if (!result) return null;
  if (result.certainty === 'not covered') return 'not covered';
  const touched = new Set(touches.touches.map(({ level }) => level));
  const fitting = result.outcomes.filter((outcome) => canBe(report, outcome, touched));
  return fitting.length === 0 ? 'none' : fitting.length === result.outcomes.length ? 'all' : 'some';
};

/** Compares a report with both readings of an idea. Only what is impossible under both is a contradiction. */
export const compareReport = (
  report: Report,
  planned: Reading,
  moved: Reading,
): Pick<PriceCheck, 'conclusion' | 'levels'> => {
  const fits = [compareReading(report, planned), compareReading(report, moved)];
  const levels = fits[0] !== 'all' && fits[1] === 'all' ? 'moved' : 'planned';
  if (fits.includes(null)) return { conclusion: 'no result', levels };
  if (fits.includes('all')) return { conclusion: 'checked', levels };
  if (fits.every((fit) => fit === 'none')) return { conclusion: 'contradicted', levels };
  return { conclusion: fits.includes('not covered') ? 'not covered' : 'cannot tell', levels };
};
