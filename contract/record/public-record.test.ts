import { describe, expect, it } from 'vitest';
import type { RevisionChange } from '../ideas/idea-revisions.ts';
import { redactRow, toPublicRow } from './ledger.ts';
import { summarizePublicRecord, toPublicRecord } from './public-record.ts';
import { buildLedger } from './record-story.fixture.ts';

const tell = () => {
  const ledger = buildLedger();
  for (const id of ['won', 'open', 'gone', 'gone open']) ledger.publish(id, 0);
  ledger.change('won', 10, { status: 'successful', result_level: 'exit_1' });
  ledger.change('gone', 11, { status: 'successful', result_level: 'exit_1' });
  ledger.remove('gone', 12);
  ledger.remove('gone open', 13);
  return ledger.record();
};

describe('a record for everyone', () => {
  it('has the same figures, without open ideas and without the pair of deleted ones', () => {
    const record = tell();
    const shown = toPublicRecord(record);
    expect({ ...shown, entries: [] }).toEqual({ ...record, entries: [] });
    expect(shown.open_since).toBe(record.entries.find(({ idea_id }) => idea_id === 'open')?.published_at);
    const pair = record.entries[0]?.pair;
    expect(shown.entries.map((entry) => [entry.idea_id, entry.pair])).toEqual([
      ['won', pair],
      ['gone', 'Deleted idea'],
      ['gone open', 'Deleted idea'],
    ]);
  });

  it('is summarized by its closed ideas and their average', () => {
    expect(summarizePublicRecord(toPublicRecord(tell()))).toBe(
      '3 closed ideas, +0.33R to +1.00R on average if closed at exit 1',
    );
    const ledger = buildLedger();
    ledger.publish('open', 0);
    expect(summarizePublicRecord(toPublicRecord(ledger.record()))).toBe('0 closed ideas');
  });
});

describe('a row that everyone may read', () => {
  const rowOf = (...changes: RevisionChange[]) => ({
    number: 1,
    idea_id: 'a',
    version: 1,
    action: 'changed' as const,
    at: '2026-01-01T00:00:00.000Z',
    educator_id: '1',
    changes,
    salt: '00',
    digest: 'd',
    prev_hash: 'p',
    hash: 'h',
  });
  const change = (field: string, digest?: string): RevisionChange => ({
    field,
    old: null,
    new: 'said',
    ...(digest && { salt: '01', digest }),
  });

  it.each(['exit_1', 'invalidation_level', 'entry_2', 'status', 'result_level', 'result_at', 'check'])(
    'has what became of %s',
    (field) => {
      expect(toPublicRow(rowOf(change(field)))).toEqual(rowOf(change(field)));
    },
  );

  it.each([
    'notes',
    'lesson',
    'lesson_tag',
    'image_urls',
    'video_url',
    'audio_url',
    'educator_name',
    'disclosure',
    'steps',
    'check_candles',
    'check_comment',
    'a later field',
  ])('has the digest of %s, and is redacted without one', (field) => {
    expect(toPublicRow(rowOf(change('exit_1'), change(field, 'f')))).toEqual(
      rowOf(change('exit_1'), { field, digest: 'f' }),
    );
    const row = rowOf(change('exit_1'), change(field));
    expect(toPublicRow(row)).toEqual(redactRow(row));
  });
});
