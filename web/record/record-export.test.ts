import { describe, expect, it } from 'vitest';
import { computeTrackRecord } from '../../contract/record/compute-track-record.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { formatCsv } from './record-export.ts';

const empty = computeTrackRecord({ id: '1', name: 'Ada Wren' }, []);
const one = { low: '-0.33333333', high: '1' };
const record: TrackRecord = {
  ...empty,
  entries: [
    {
      idea_id: 'a',
      pair: '=HYPERLINK("x")',
      order_type: 'SELL',
      idea_type: 'Exchange',
      market_type: 'Crypto',
      published_at: '2026-01-01T00:00:00.000Z',
      closed_at: null,
      last_closed_at: null,
      reopened: false,
      published_as: [],
      status: 'successful',
      deleted: true,
      result_level: 'exit_1',
      check: null,
      r: { exit_1: one, parts: one, last_exit: one, as_told: one },
    },
  ],
};

describe('the export of a track record', () => {
  it('writes a CSV line for each idea, deleted ones included', () => {
    const [head, line] = formatCsv(record).split('\r\n');
    expect(head).toContain('r_parts_low,r_parts_high');
    expect(line).toBe(
      `a,"'=HYPERLINK(""x"")",Crypto,Exchange,SELL,2026-01-01T00:00:00.000Z,,no,successful,yes,exit_1,-0.33333333,1,-0.33333333,1,-0.33333333,1,-0.33333333,1,,,`,
    );
  });
});
