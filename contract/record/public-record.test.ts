import { describe, expect, it } from 'vitest';
import { hasPublicContent } from './ledger.ts';
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

describe('a change that everyone may read', () => {
  const toRow = (...fields: string[]) => ({
    changes: fields.map((field) => ({ field, old: null, new: null })),
  });
  it.each([['exit_1'], ['invalidation_level', 'entry_2'], ['status', 'result_level', 'result_at'], []])(
    'is one of %s and %s',
    (...fields) => {
      expect(hasPublicContent(toRow(...fields))).toBe(true);
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
    'check',
    'a later field',
  ])('is none of %s, also beside a level', (field) => {
    expect(hasPublicContent(toRow(field))).toBe(false);
    expect(hasPublicContent(toRow('exit_1', field))).toBe(false);
  });
});
