import { expect, it } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { ideaText, messageText } from './post-texts.ts';

const levels = {
  order_type: 'BUY',
  entry_1: '100',
  entry_2: null,
  invalidation_level: '90',
  exit_1: '110',
  exit_2: '120',
  exit_3: null,
} as const;
const describeIdea = (changes: Partial<TradeIdea>, showsLevels = true) =>
  ideaText(ideaRow({ ...levels, ...changes }), 'closed', { showsLevels, baseUrl: undefined, steps: [] })
    .lines[0];

it.each([
  [{ status: 'success', result_level: 'exit_2' }, 'Successful. Exit 2 (120), +2R'],
  [{ status: 'successful' }, 'Successful. At least exit 1, +1R'],
  [
    { status: 'unsuccessful', result_level: 'invalidation_level' },
    'Unsuccessful. Stopped at invalidation (90), −1R',
  ],
  [{ status: 'unsuccessful' }, 'Unsuccessful. Result not recorded'],
  [{ status: 'completed', result_level: 'entry_1' }, 'Completed. Entry 1 (100), 0R'],
  [{ status: 'invalid' }, 'Invalid. −1R to 0R'],
  [{ status: 'successful', result_level: 'exit_1', invalidation_level: '100' }, 'Successful. Exit 1 (110)'],
] as const)('says how an idea ended: %j', (changes, text) => {
  expect(describeIdea(changes)).toBe(text);
});

it('says nothing of a price without levels', () => {
  expect(describeIdea({ status: 'successful', result_level: 'exit_2' }, false)).toBe(
    'Successful. Exit 2, +2R',
  );
});

it('keeps the direction of a name to itself, and shows R of the plan beside moved levels', () => {
  const { title, lines, url } = ideaText(
    ideaRow({ ...levels, pair: 'EUR/USD', educator_name: 'דניאל', exit_1: '115', plan: levels }),
    'changed',
    { showsLevels: true, baseUrl: undefined, steps: [] },
  );
  expect(title).toMatch(/^EUR\/USD Bullish · .* · changed$/);
  expect(lines).toContain('Exit 1: 115 (moved from 110, 1.0R)');
  expect(lines.at(-1)).toContain('\u2068דניאל\u2069');
  expect(url).toBeNull();
});

it('says who wrote a message and where, each in its own direction', () => {
  const say = (user_name: string, room: string | null) =>
    messageText({ user_name, room, message: 'Slow on purpose.' }).title;
  expect(say('Maya Okafor', 'Exchange Ideas')).toBe('Maya Okafor in Exchange Ideas');
  expect(say('דניאל', 'Exchange Ideas')).toBe('\u2068דניאל\u2069 in Exchange Ideas');
  expect(say('Maya Okafor', null)).toBe('Maya Okafor');
});

it('says steps before the levels, and behind the end', () => {
  const steps = [
    { kind: 'entry_filled', at: '' },
    { kind: 'exit_taken', level: 'exit_1', share: 50, at: '' },
  ] as const;
  const tell = (changes: Partial<TradeIdea>) =>
    ideaText(ideaRow({ ...levels, ...changes }), 'step', { showsLevels: true, baseUrl: undefined, steps })
      .lines;
  const told = ['Entry filled', 'Exit 1 reached: 50 % closed, the rest runs'];
  expect(tell({}).slice(0, 3)).toEqual([...told, 'Entry 1: 100']);
  expect(tell({ status: 'unsuccessful', result_level: 'invalidation_level' }).slice(1, 3)).toEqual(told);
});
