import { countRecord, type resultsOf } from './compute-track-record.ts';
import type { IdeaRevision } from './idea-revisions.ts';
import { ideaLives } from './idea-timeline.ts';
import type { IdeaStatus, ResultLevel } from './ideas.ts';
import { exitRules, type RecordEntry } from './track-record.ts';

/** When every story begins. */
export const BEGINNING = Date.UTC(2026, 0, 1);
export const ada = { id: '1', name: 'Ada Wren' };

const levels = { entry_1: '100', invalidation_level: '90', exit_1: '110', exit_2: '120', exit_3: '130' };
const about = {
  educator_name: ada.name,
  pair: 'EUR/USD',
  order_type: 'BUY',
  idea_type: 'Leverage',
  market_type: 'Forex',
};

type Values = Record<string, unknown>;

/** A ledger told as a story: each line one revision, minutes after the beginning. One R is ten. */
export const tellLedger = () => {
  const revisions: IdeaRevision[] = [];
  const add = (id: string, minute: number, action: IdeaRevision['action'], values: Values) => {
    revisions.push({
      number: revisions.length + 1,
      idea_id: id,
      version: 1,
      action,
      at: new Date(BEGINNING + minute * 60_000).toISOString(),
      educator_id: ada.id,
      changes: Object.entries(values).map(([field, value]) => ({ field, old: null, new: value })),
      digest: '',
      prev_hash: '',
      hash: '',
    });
  };
  const gone = Object.fromEntries(
    Object.keys({ ...about, ...levels, status: 0 }).map((name) => [name, null]),
  );
  const record = () => countRecord(ada, ideaLives(revisions));
  return {
    publish: (id: string, minute: number, values: Values = {}) =>
      add(id, minute, 'created', { ...about, ...levels, status: 'active', ...values }),
    change: (id: string, minute: number, values: Values) => add(id, minute, 'changed', values),
    remove: (id: string, minute: number) => add(id, minute, 'deleted', gone),
    record,
    /** What the record says of the first idea to end. */
    first: (): RecordEntry | undefined => record().entries[0],
  };
};

/** A result as pairs: the worst and the best under each rule. */
export const pairsOf = (r: ReturnType<typeof resultsOf> | undefined) =>
  r && Object.fromEntries(exitRules.map((rule) => [rule, [r[rule].low, r[rule].high]]));

/** The result of one idea: published, changed an hour later if it was, closed with a status and a level after two. */
export const resultOf = (
  status: IdeaStatus | 'deleted',
  level: ResultLevel | null = null,
  { published = {}, later = {} }: { published?: Values; later?: Values } = {},
) => {
  const story = tellLedger();
  story.publish('a', 0, published);
  if (Object.keys(later).length > 0) story.change('a', 60, later);
  if (status === 'deleted') story.remove('a', 120);
  else story.change('a', 120, { status, result_level: level });
  return pairsOf(story.first()?.r);
};
