import Big from 'big.js';
import { MINUTE_MS } from '../../contract/candles/candles.ts';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import type { OwnTouch } from '../../contract/candles/own-prices.ts';
import type { PriceCheck } from '../../contract/candles/price-check.ts';
import type { IdeaStep } from '../../contract/ideas/ideas.ts';
import { formatResultR, levelNames } from '../../contract/ideas/levels.ts';
import type { IdeaChangesInput } from '../../contract/publishing/idea-writing.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { formatInterval } from './chart-lines.ts';

type Touch = IdeaChart['touches'][number];
type Result = NonNullable<IdeaChart['result']>;
type Bounds = NonNullable<Result['favourable']>;

const time = (at: number) => absoluteTime(new Date(at).toISOString());
const list = new Intl.ListFormat('en-GB');

/** "at 14:02 GMT" to the minute, "between 14:00 GMT and 15:00 GMT" otherwise. */
const describeTime = ({ from, to }: Pick<Touch, 'from' | 'to'>): string =>
  to - from <= MINUTE_MS ? `at ${time(from)}` : `between ${time(from)} and ${time(to)}`;

/** "Entry 1 at 14:02 GMT", and what is uncertain about it. */
export const describeTouch = (touch: Touch): string => {
  const said = `${levelNames[touch.level]} ${describeTime(touch)}`;
  if (touch.certainty === 'certain') return said;
  return `${said}, ${touch.certainty === 'cannot tell' ? 'perhaps' : 'as far as prices are known'}`;
};

const describeOutcome = ({ kind, exits, invalidation }: Result['outcomes'][number]): string => {
  const names = list.format(exits.map(({ level }) => levelNames[level].toLowerCase()));
  const reached = `${names} ${exits.length > 1 ? 'were' : 'was'} reached`;
  if (kind === 'not entered') return 'entry 1 was not reached';
  if (kind === 'exit before entry') return `${reached} before entry 1`;
  if (kind === 'invalidation before entry') return 'the invalidation was reached before entry 1';
  if (exits.length > 0)
    return `${reached}${invalidation ? ' before the invalidation' : ', and the invalidation was not'}`;
  return invalidation
    ? 'the invalidation was reached before any exit'
    : 'entry 1 was reached, and no level since';
};

/** What prices say of a step that an educator told: whether its level was reached by then; null if they can't. */
export const describeStepCheck = (
  step: IdeaStep,
  { touches, result, covered_to }: IdeaChart,
): string | null => {
  if (step.kind === 'line' || step.kind === 'rest_closed') return null;
  const level = step.kind === 'entry_filled' ? 'entry_1' : step.level;
  const touch = touches.find((one) => one.level === level);
  const name = levelNames[level];
  const at = Date.parse(step.at);
  if (touch && touch.certainty !== 'certain') return null;
  if (touch && touch.from <= at) return `Reported: ${name}. By these prices, it was reached.`;
  if (result?.certainty !== 'certain' || covered_to < at) return null;
  return `Reported: ${name}. By these prices, it was not reached by then.`;
};

/** What the prices say of the plan, in one sentence. */
export const describePriceResult = ({ certainty, outcomes }: Result): string => {
  const [first = '', ...others] = outcomes.map(describeOutcome);
  if (certainty === 'not covered') return 'Some prices of this time are missing, so they prove nothing.';
  if (others.length === 0) return `By these prices, ${first}.`;
  return `These prices can't tell: ${[first, ...others].join(', or ')}.`;
};

/** The first exit or invalidation, if it is certain: "exit 1 first, at 14:02 GMT". */
const describeFirst = ({ touches }: Pick<PriceCheck, 'touches'>): string | null => {
  const first = touches.find(({ level }) => !level.startsWith('entry'));
  if (first?.certainty !== 'certain') return null;
  return `${levelNames[first.level].toLowerCase()} first, ${describeTime(first)}`;
};

/** "Checked: exit 1 first, at 14:02 GMT (Kraken, 1-minute candles)." */
export const describeCheck = (check: PriceCheck): string => {
  const source = `(${check.source}, ${formatInterval(check.interval)} candles)`;
  const [first = '', ...others] = (check.result?.outcomes ?? []).map(describeOutcome);
  const found = describeFirst(check) ?? first;
  if (check.conclusion === 'checked') return `Checked: ${found} ${source}.`;
  if (check.conclusion === 'contradicted') return `Contradicted: ${found} ${source}.`;
  if (check.conclusion === 'cannot tell') return `Can't tell: ${[first, ...others].join(', or ')} ${source}.`;
  return `Not covered: some prices of this time are missing ${source}.`;
};

/** "Kraken: exit 1 reached at 14:02 GMT." */
export const describeOwnTouch = (touch: OwnTouch): string =>
  `${touch.source}: ${levelNames[touch.level].toLowerCase()} reached ${describeTime(touch)}.`;

/** How an educator may close the idea after a touch; null if it does not end the idea. */
export const suggestClose = ({
  level,
  from,
  is_entered,
}: OwnTouch): { label: string; changes: IdeaChangesInput } | null => {
  if (level === 'entry_1' || (level !== 'invalidation_level' && !is_entered)) return null;
  if (!is_entered) return { label: 'Close as invalid', changes: { status: 'invalid' } };
  const status = level === 'invalidation_level' ? 'unsuccessful' : 'successful';
  const changes = { status, result_level: level, result_at: new Date(from).toISOString() } as const;
  return { label: `Close as ${status}`, changes };
};

const formatBounds = ({ low, high }: Bounds): string => {
  const [from, to] = [low, high].map((r) => formatResultR(new Big(r)));
  return from === to ? `${from}` : `${from} to ${to}`;
};

/** "Largest moves after the entry: +2.1R for the idea, −0.6R against it."; null if they are unknown. */
export const describeMoves = ({ favourable, adverse }: Result): string | null =>
  favourable && adverse
    ? `Largest moves after the entry: ${formatBounds(favourable)} for the idea, ${formatBounds(adverse)} against it.`
    : null;
