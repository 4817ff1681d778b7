import type { IdeaRevision } from '../ideas/idea-revisions.ts';
import { buildIdeaTimelines } from '../ideas/idea-timeline.ts';
import type { IdeaStatus, ResultLevel } from '../ideas/ideas.ts';
import { type computeResults, computeTrackRecord } from './compute-track-record.ts';
import { fixedRules, type RecordEntry } from './track-record.ts';

/** Time of minute 0. */
export const START = Date.UTC(2026, 0, 1);
export const ada = { id: '1', name: 'Ada Wren' };

const levels = { entry_1: '100', invalidation_level: '90', exit_1: '110', exit_2: '120', exit_3: '130' };
const baseFields = {
  educator_name: ada.name,
  pair: 'EUR/USD',
  order_type: 'BUY',
  idea_type: 'Leverage',
  market_type: 'Forex',
};

type Values = Record<string, unknown>;

/** Builds a ledger: each call adds one revision, `minute` minutes after START. 1R is 10. */
export const buildLedger = () => {
  const revisions: IdeaRevision[] = [];
  const add = (id: string, minute: number, action: IdeaRevision['action'], values: Values) => {
    // A check has the version that it looked at.
    const changes = revisions.filter((one) => one.idea_id === id && one.action !== 'checked').length;
    revisions.push({
      number: revisions.length + 1,
      idea_id: id,
      version: action === 'checked' ? changes : changes + 1,
      action,
      at: new Date(START + minute * 60_000).toISOString(),
      educator_id: ada.id,
      changes: Object.entries(values).map(([field, value]) => ({ field, old: null, new: value })),
      salt: '',
      digest: '',
      prev_hash: '',
      hash: '',
    });
  };
  const allFieldsNull = Object.fromEntries(
    Object.keys({ ...baseFields, ...levels, status: 0 }).map((name) => [name, null]),
  );
  const record = () => computeTrackRecord(ada, buildIdeaTimelines(revisions));
  return {
    publish: (id: string, minute: number, values: Values = {}) =>
      add(id, minute, 'created', { ...baseFields, ...levels, status: 'active', ...values }),
    change: (id: string, minute: number, values: Values) => add(id, minute, 'changed', values),
    /** What prices say of the result. */
    check: (id: string, minute: number, check: Values) => add(id, minute, 'checked', { check }),
    /** Undoes the change before. */
    undo: (id: string, minute: number) => add(id, minute, 'undone', {}),
    remove: (id: string, minute: number) => add(id, minute, 'deleted', allFieldsNull),
    record,
    /** The record's entry of the first idea to end. */
    firstEntry: (): RecordEntry | undefined => record().entries[0],
  };
};

/** A result as [worst, best] per fixed exit plan. */
export const toPairs = (r: ReturnType<typeof computeResults> | undefined) =>
  r && Object.fromEntries(fixedRules.map((rule) => [rule, [r[rule].low, r[rule].high]]));

/**
 * The result of one idea: published, optionally changed after an hour, closed with a status and a level after two.
 */
export const computeResult = (
  status: IdeaStatus | 'deleted',
  level: ResultLevel | null = null,
  { published = {}, later = {} }: { published?: Values; later?: Values } = {},
) => {
  const ledger = buildLedger();
  ledger.publish('a', 0, published);
  if (Object.keys(later).length > 0) ledger.change('a', 60, later);
  if (status === 'deleted') ledger.remove('a', 120);
  else ledger.change('a', 120, { status, result_level: level });
  return toPairs(ledger.firstEntry()?.r);
};
