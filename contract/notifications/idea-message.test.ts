import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ideaRow } from '../ideas/idea-row.fixture.ts';
import { ideaMessage, truncateLine } from './idea-message.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

test('keeps the direction of names and pairs from what stands beside them', () => {
  const { title, body } = ideaMessage(
    ideaRow({ pair: 'ذهب/دولار', educator_name: 'דניאל', time_frame: '4H' }),
  );
  expect(title).toMatch(/^\u2068ذهب\/دولار\u2069 Bullish · /);
  expect(body).toContain('\n\u2068דניאל\u2069 · 4H');
  expect(ideaMessage(ideaRow({ educator_name: 'Łukasz Ōno 林' })).body).toContain('\nŁukasz Ōno 林 · ');
});

describe('truncateLine', () => {
  test('keeps a line that fits, counted in UTF-8', () => {
    const line = 'aé€👍';
    expect(bytes(line)).toBe(10);
    expect(truncateLine(line, 10)).toBe(line);
    expect(truncateLine(line, 9)).toBe('aé€…');
  });

  test('never exceeds the limit, and cuts only what does not fit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 3, max: 60 }),
        (text, limit) => {
          const cut = truncateLine(text, limit);
          expect(bytes(cut)).toBeLessThanOrEqual(limit);
          expect(cut.isWellFormed()).toBe(true);
          const whole = truncateLine(text, 1_000);
          if (bytes(whole) <= limit) expect(cut).toBe(whole);
          else expect(whole.startsWith(cut.slice(0, -1))).toBe(true);
        },
      ),
    );
  });
});
