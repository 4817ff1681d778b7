import Big from 'big.js';
import type { Conclusion } from '../../contract/candles/price-check.ts';
import { formatCount, formatRange, formatRangeR } from '../../contract/record/format-record.ts';
import {
  MIN_RESULTS_FOR_PERCENT,
  type RecordEntry,
  type RuleFigures,
  type TrackRecord,
} from '../../contract/record/track-record.ts';
import { capitalise } from '../../contract/shared/text.ts';

type Outcome = 'reached' | 'stopped' | 'invalid' | 'before' | 'not recorded' | 'without R';

/** How a closed idea ended, if all of it was to be closed at exit 1. */
const classifyOutcome = ({ r, status, result_level }: RecordEntry): Outcome => {
  if (!r) return 'without R';
  if (new Big(r.exit_1.low).gt(0)) return 'reached';
  if (status === 'invalid') return 'invalid';
  if (result_level === 'invalidation_level') return 'stopped';
  // It may have reached exit 1, but nobody recorded it.
  if (result_level === null || new Big(r.exit_1.high).gt(0)) return 'not recorded';
  return 'before';
};

const describeOutcomes = (closed: readonly RecordEntry[]): string => {
  const counts = new Map<Outcome, number>();
  for (const entry of closed) {
    const outcome = classifyOutcome(entry);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const describe = (outcome: Outcome, text: string) => {
    const count = counts.get(outcome);
    return count ? [`${count} ${text}`] : [];
  };
  return [
    ...describe('reached', 'reached exit 1'),
    ...describe('before', 'closed before exit 1'),
    ...describe('stopped', 'stopped at invalidation'),
    ...describe('invalid', 'invalid'),
    ...describe('not recorded', 'not recorded'),
    ...describe('without R', 'without R'),
  ].join(', ');
};

const describeAverage = ({ rules: { exit_1 } }: TrackRecord): string => {
  if (!exit_1.mean) return '';
  return `; ${formatRangeR(exit_1.mean)}${exit_1.results === 1 ? '' : ' on average'} if closed at exit 1`;
};

/** "Win rate 85.0 % to 95.0 % from 20 results.", or what is missing for one. */
export const describeWinRate = ({ results, positive_percent: percent }: RuleFigures): string =>
  percent
    ? `Win rate ${formatRange(`${percent.low} %`, `${percent.high} %`)} from ${results} results.`
    : `Win rate from ${MIN_RESULTS_FOR_PERCENT} results on; there ${results === 1 ? 'is 1' : `are ${results}`}.`;

/** "4 of 6 results checked by prices, 1 contradicted."; empty if none was. */
export const describeChecks = ({ entries }: TrackRecord): string => {
  const closed = entries.filter(({ closed_at }) => closed_at !== null);
  const count = (conclusion: Conclusion) =>
    closed.filter(({ check }) => check?.conclusion === conclusion).length;
  const contradicted = count('contradicted');
  const checked = count('checked') + contradicted;
  if (checked === 0) return '';
  return ` ${checked} of ${formatCount(closed.length, 'result')} checked by prices${contradicted > 0 ? `, ${contradicted} contradicted` : ''}.`;
};

/** "Checked; largest moves +2.1R and −0.4R", "Contradicted"; null without a check. */
export const describeEntryCheck = ({ check }: RecordEntry): string | null => {
  if (!check) return null;
  const { conclusion, favourable, adverse } = check;
  const moves =
    favourable && adverse
      ? `; largest moves ${formatRangeR(favourable, 1)} and ${formatRangeR(adverse, 1)}`
      : '';
  return `${capitalise(conclusion)} by prices${moves}`;
};

/** "9 ideas, 6 closed: 4 reached exit 1, 2 stopped at invalidation; +0.63R on average if closed at exit 1". */
export const describeRecord = (record: TrackRecord): string => {
  const { entries, ideas } = record;
  const closed = entries.filter(({ closed_at }) => closed_at !== null);
  if (ideas.total === 0) return 'No ideas yet';
  if (closed.length === 0)
    return `${formatCount(ideas.total, 'idea')}, ${ideas.total === 1 ? 'not' : 'none'} closed yet`;
  return `${formatCount(ideas.total, 'idea')}, ${closed.length} closed: ${describeOutcomes(closed)}${describeAverage(record)}`;
};
