import { describe, expect, it } from 'vitest';
import { computeFigures, computeTrackRecord } from '../../contract/record/compute-track-record.ts';
import type { RecordEntry, RRange, TrackRecord } from '../../contract/record/track-record.ts';
import { describeChecks, describeEntryCheck, describeRecord } from './describe-record.ts';

const toResults = (low: string, high = low): RecordEntry['r'] => {
  const range: RRange = { low, high };
  return { exit_1: range, parts: range, last_exit: range, as_told: range };
};

const createEntry = (entry: Partial<RecordEntry>): RecordEntry => ({
  idea_id: 'a',
  pair: 'EUR/USD',
  order_type: 'BUY',
  idea_type: 'Leverage',
  market_type: 'Forex',
  published_at: '2026-01-01T00:00:00.000Z',
  closed_at: '2026-01-02T00:00:00.000Z',
  last_closed_at: '2026-01-02T00:00:00.000Z',
  reopened: false,
  published_as: [],
  status: 'successful',
  deleted: false,
  result_level: 'exit_1',
  r: toResults('2'),
  check: null,
  ...entry,
});

const open = createEntry({ closed_at: null, status: 'active', result_level: null, r: null });
const won = createEntry({});
const invalid = createEntry({ status: 'invalid', result_level: null, r: toResults('-1', '0') });
const stopped = createEntry({
  status: 'unsuccessful',
  result_level: 'invalidation_level',
  r: toResults('-1'),
});
const atEntry = createEntry({ status: 'completed', result_level: 'entry_1', r: toResults('0') });
const unrecorded = createEntry({ status: 'completed', result_level: null, r: toResults('-1', '2') });
const deletedOpen = createEntry({
  status: 'active',
  deleted: true,
  result_level: null,
  r: toResults('-1', '2'),
});
const unsuccessful = createEntry({ status: 'unsuccessful', result_level: null, r: toResults('-1', '0') });
const movedExit = createEntry({ r: toResults('-1', '2') });
const withoutR = createEntry({ r: null });

const createRecord = (...entries: RecordEntry[]): TrackRecord => {
  const empty = computeTrackRecord({ id: '1', name: 'Ada Wren' }, []);
  return {
    ...empty,
    ideas: { ...empty.ideas, total: entries.length },
    rules: { ...empty.rules, exit_1: computeFigures(entries, 'exit_1') },
    entries,
  };
};

describe('describeRecord', () => {
  it.each<[string, RecordEntry[]]>([
    ['No ideas yet', []],
    ['1 idea, not closed yet', [open]],
    ['3 ideas, none closed yet', [open, open, open]],
    ['1 idea, 1 closed: 1 reached exit 1; +2.00R if closed at exit 1', [won]],
    [
      '4 ideas, 3 closed: 2 reached exit 1, 1 stopped at invalidation; +1.00R on average if closed at exit 1',
      [won, won, stopped, open],
    ],
    [
      '2 ideas, 2 closed: 1 stopped at invalidation, 1 invalid; −1.00R to −0.50R on average if closed at exit 1',
      [invalid, stopped],
    ],
    [
      '2 ideas, 2 closed: 1 reached exit 1, 1 closed before exit 1; +1.00R on average if closed at exit 1',
      [won, atEntry],
    ],
    [
      '2 ideas, 2 closed: 1 reached exit 1, 1 not recorded; +0.50R to +2.00R on average if closed at exit 1',
      [won, unrecorded],
    ],
    [
      '2 ideas, 2 closed: 2 not recorded; −1.00R to +1.00R on average if closed at exit 1',
      [deletedOpen, unsuccessful],
    ],
    ['1 idea, 1 closed: 1 not recorded; −1.00R to +2.00R if closed at exit 1', [movedExit]],
    ['2 ideas, 2 closed: 1 reached exit 1, 1 without R; +2.00R if closed at exit 1', [won, withoutR]],
    ['1 idea, 1 closed: 1 without R', [withoutR]],
  ])('says "%s"', (sentence, entries) => {
    expect(describeRecord(createRecord(...entries))).toBe(sentence);
  });

  it('counts an idea as reaching exit 1 when its result there is certainly above zero', () => {
    const entries = [won, unrecorded, invalid, createEntry({ r: toResults('0.1', '3') })];
    expect(computeFigures(entries, 'exit_1').positive.low).toBe(2);
    expect(describeRecord(createRecord(...entries))).toContain('2 reached exit 1');
  });
});

describe('checks by prices', () => {
  const check = { conclusion: 'checked', source: 'Kraken', favourable: null, adverse: null } as const;

  it('are counted of all closed results', () => {
    const entries = [
      createEntry({ check }),
      createEntry({ check: { ...check, conclusion: 'contradicted' } }),
      createEntry({ check: { ...check, conclusion: 'cannot tell' } }),
      createEntry({}),
      open,
    ];
    const record = (of: RecordEntry[]) => ({ entries: of }) as unknown as TrackRecord;
    expect(describeChecks(record(entries))).toBe(' 2 of 4 results checked by prices, 1 contradicted.');
    expect(describeChecks(record([createEntry({ check })]))).toBe(' 1 of 1 result checked by prices.');
    expect(describeChecks(record([createEntry({}), open]))).toBe('');
  });

  it('give the largest moves of an idea', () => {
    const range = (value: string) => ({ low: value, high: value });
    const moved = { ...check, favourable: range('2.13'), adverse: range('-0.40') };
    expect(describeEntryCheck(createEntry({ check: moved }))).toBe(
      'Checked by prices; largest moves +2.1R and −0.4R',
    );
    expect(describeEntryCheck(createEntry({ check }))).toBe('Checked by prices');
    expect(describeEntryCheck(createEntry({}))).toBeNull();
  });
});
