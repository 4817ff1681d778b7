import Big from 'big.js';
import * as z from 'zod/mini';
import { getReportedMarket, hasEnded, ideaTypes, MAX_PAIR } from '../../contract/ideas/ideas.ts';
import { type Market, markets } from '../../contract/ideas/markets.ts';
import { pairMatches } from '../../contract/ideas/pairs.ts';
import { computeFigures } from '../../contract/record/compute-track-record.ts';
import { formatRangeR } from '../../contract/record/format-record.ts';
import type { RecordEntry, TrackRecord } from '../../contract/record/track-record.ts';
import { toDateTimeInput } from '../ideas/result-labels.ts';
import { oneOf, textUpTo } from '../shared/hooks/use-address-filter.ts';

/** An idea that is closed now, with its educator. A reopened idea, or one deleted while open, is none. */
export type ClosedIdea = RecordEntry & {
  closed_at: string;
  educatorId: string;
  educatorName: string;
  market: Market;
};

/** Every closed idea of the records, by its last close, newest first. */
export const listClosedIdeas = (records: readonly TrackRecord[]): ClosedIdea[] =>
  records
    .flatMap(({ educator_id, educator_name, entries }) =>
      entries.toReversed().flatMap((entry) => {
        const closed_at = entry.last_closed_at;
        if (closed_at === null || !hasEnded(entry.status)) return [];
        return {
          ...entry,
          closed_at,
          educatorId: educator_id,
          educatorName: educator_name,
          market: getReportedMarket(entry),
        };
      }),
    )
    .sort((a, b) => b.closed_at.localeCompare(a.closed_at));

/** Whether the idea certainly reached exit 1, certainly lost, or neither. */
export const outcomes = ['reached', 'lost', 'unclear'] as const;
export type Outcome = (typeof outcomes)[number];
export const outcomeLabels: Record<Outcome, string> = {
  reached: 'Reached exit 1',
  lost: 'Loss',
  unclear: 'Neither, or not known',
};
export const findOutcome = ({ r }: RecordEntry): Outcome => {
  if (r && new Big(r.exit_1.low).gt(0)) return 'reached';
  return r && new Big(r.exit_1.high).lt(0) ? 'lost' : 'unclear';
};

const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined);

/** In the address. Days are the reader's own. */
export const closedFilter = z.object({
  market: oneOf(markets),
  type: oneOf(ideaTypes),
  educator: z.optional(z.string()),
  pair: textUpTo(MAX_PAIR),
  result: oneOf(outcomes),
  from: day,
  to: day,
});
export type ClosedFilter = z.infer<typeof closedFilter>;

export const matchesClosed = (
  idea: ClosedIdea,
  { market, type, educator, pair, result, from, to }: ClosedFilter,
) => {
  // "2026-11-27", in the reader's time zone.
  const closed = toDateTimeInput(new Date(idea.closed_at)).slice(0, 10);
  return (
    (!market || idea.market === market) &&
    (!type || idea.idea_type === type) &&
    (!educator || idea.educatorId === educator) &&
    pairMatches(idea.pair, pair ?? '') &&
    (!result || findOutcome(idea) === result) &&
    (!from || closed >= from) &&
    (!to || closed <= to)
  );
};

/** The Monday of a day's week, in the reader's time zone. */
const toMonday = (at: Date): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7));

export type Week = { monday: Date; ideas: ClosedIdea[] };

/** The ideas by the week of their close, in their order. */
export const groupByWeek = (ideas: readonly ClosedIdea[]): Week[] => {
  const weeks: Week[] = [];
  for (const idea of ideas) {
    const monday = toMonday(new Date(idea.closed_at));
    const last = weeks.at(-1);
    if (last?.monday.getTime() === monday.getTime()) last.ideas.push(idea);
    else weeks.push({ monday, ideas: [idea] });
  }
  return weeks;
};

/** "This week", "Last week", or "Week of 9 Nov 2026". */
export const nameWeek = (monday: Date, now: Date, formatDay: (iso: string) => string): string => {
  const weeks = Math.round((toMonday(now).getTime() - monday.getTime()) / (7 * 24 * 3_600_000));
  return weeks === 0 ? 'This week' : weeks === 1 ? 'Last week' : `Week of ${formatDay(monday.toISOString())}`;
};

/** "7 closed, 4 reached exit 1, +0.40R on average". */
export const describeWeek = (ideas: readonly ClosedIdea[]): string => {
  const reached = ideas.filter((idea) => findOutcome(idea) === 'reached').length;
  const { mean, results } = computeFigures(ideas, 'exit_1');
  const average = mean && `${formatRangeR(mean)}${results === 1 ? '' : ' on average'}`;
  return [`${ideas.length} closed`, `${reached} reached exit 1`, average].filter(Boolean).join(', ');
};
