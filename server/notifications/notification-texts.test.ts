import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { ideaStatuses, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { ideaMessage } from '../../contract/notifications/idea-message.ts';
import { pushMessage } from '../../contract/notifications/push.ts';
import {
  isNotableStatusChange,
  shorten,
  statusMessage,
  testMessage,
  testTradeMessage,
} from './notification-texts.ts';

/** Push services take 4,096 bytes encrypted. The limits of contract/notifications/idea-message.ts ensure it for ideas. */
const MAX_PAYLOAD_BYTES = 3_000;
const ID = '5f3b1c1e-6b1a-4b57-9f4c-0d8f8d1a2b3c';
const idea = (changes: Partial<TradeIdea> = {}): TradeIdea =>
  ideaRow({
    id: ID,
    educator_id: '1',
    educator_name: 'Educator One',
    // Trailing zeros are shown as typed.
    entry_1: '1.0840',
    created_at: '2026-11-20T09:00:00.000Z',
    ...changes,
  });

describe('ideaMessage', () => {
  it('contains pair, direction, market, type, levels as typed, educator, time frame and cover (§7.25)', () => {
    const cover = `/media/${'a'.repeat(32)}.jpg`;
    expect(ideaMessage(idea({ image_urls: [cover, '/media/other.jpg'] }))).toEqual({
      kind: 'idea',
      title: 'EUR/USD Bullish · Forex Leverage',
      body: 'Entry 1.0840 · Invalidation 1.0755 · Exit 1.0921\nEducator One · 4H',
      tag: `idea-${ID}`,
      path: `/ideas/${ID}`,
      image: cover,
      at: '2026-11-20T09:00:00.000Z',
      ideaId: ID,
      market: 'Forex',
    });
    const other = idea({ order_type: 'SELL', market_type: 'Crypto', idea_type: 'Exchange', pair: 'BTC/USD' });
    expect(ideaMessage(other)).toMatchObject({
      title: 'BTC/USD Bearish · Crypto Exchange',
      path: `/ideas/${ID}`,
    });
  });

  it('contains the start of the notes on one line, cut between characters', () => {
    const short = ideaMessage(idea({ notes: ' Higher low\n\nabove the\tbase. ' }));
    expect(short.body.split('\n')[2]).toBe('Higher low above the base.');
    const long = ideaMessage(idea({ notes: '👍🏽'.repeat(500) })).body.split('\n')[2] ?? '';
    expect(long).toMatch(/…$/);
    expect(long.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(300);
  });

  it('stays below 3 kB and matches the contract for any input', () => {
    const text = (max: number) => fc.string({ unit: 'binary', maxLength: max });
    const price = fc.stringMatching(/^[1-9]\d{0,11}\.\d{12}$/);
    fc.assert(
      fc.property(
        fc.record({
          pair: text(30),
          time_frame: text(20),
          educator_name: text(1_000),
          notes: fc.oneof(
            text(5_000),
            fc.constantFrom('"', '\\', '\u0000', '\u2028', '😀').map((one) => one.repeat(5_000)),
          ),
          lesson: text(300),
          entry_1: price,
          invalidation_level: price,
          exit_1: price,
          status: fc.constantFrom(...ideaStatuses),
        }),
        (changes) => {
          for (const message of [ideaMessage(idea(changes)), statusMessage(idea(changes))]) {
            const payload = JSON.stringify(message);
            expect(Buffer.byteLength(payload)).toBeLessThan(MAX_PAYLOAD_BYTES);
            expect(pushMessage.parse(JSON.parse(payload))).toEqual(message);
            expect(payload.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });
});

describe('statusMessage', () => {
  it.each([
    [{ status: 'successful' }, 'Successful', 'The educator closed this idea.'],
    [{ status: 'successful', result_level: 'exit_2' }, 'Successful', 'Closed at exit 2 (1.0985).'],
    [
      { status: 'unsuccessful', result_level: 'invalidation_level' },
      'Unsuccessful',
      'Closed at invalidation (1.0755).',
    ],
    [{ status: 'failure' }, 'Unsuccessful', 'The educator closed this idea.'],
    [{ status: 'completed' }, 'Completed', 'The educator closed this idea.'],
    [
      { status: 'invalid' },
      'Invalid',
      'Idea invalidated as price broke below 1.0755. Looking for new setups.',
    ],
    [{ status: 'pending' }, 'Reopened', 'The educator reopened this idea.'],
  ] as const)('describes a change to %j', (changes, headline, sentence) => {
    const message = statusMessage(idea(changes));
    expect(message).toMatchObject({
      kind: 'status',
      title: `EUR/USD Bullish · ${headline}`,
      tag: `idea-${ID}`,
      at: '2026-11-20T12:00:00.000Z',
    });
    expect(message.body).toBe(`${sentence}\nEducator One · Forex Leverage`);
  });

  it('links to the page of the idea', () => {
    expect(statusMessage(idea({ status: 'successful' })).path).toBe(`/ideas/${ID}`);
  });

  it('treats a change of the status group as notable', () => {
    for (const [before, after] of [
      ['active', 'successful'],
      ['pending', 'invalid'],
      ['invalid', 'unsuccessful'],
      ['successful', 'unsuccessful'],
      ['successful', 'pending'],
    ] as const)
      expect(isNotableStatusChange(before, after), `${before} to ${after}`).toBe(true);
    for (const [before, after] of [
      ['active', 'active'],
      ['active', 'pending'],
      ['success', 'successful'],
      ['failure', 'unsuccessful'],
    ] as const)
      expect(isNotableStatusChange(before, after), `${before} to ${after}`).toBe(false);
  });
});

describe('testMessage and testTradeMessage', () => {
  const at = new Date('2026-11-20T09:00:00.000Z');

  it('marks tests as tests, with a link back to the test page', () => {
    expect(testMessage('Chartlark', at)).toMatchObject({
      kind: 'test',
      title: 'Chartlark test notification',
      path: '/test-notifications',
      ideaId: null,
    });
    const { title, body } = testTradeMessage('Educator One', at);
    // SPEC §7: educator name, market, pair, direction and order type.
    for (const part of ['Educator One', 'Forex', 'EUR/USD', 'Bullish', 'BUY', 'sample'])
      expect(`${title} ${body}`).toContain(part);
  });

  it('shortens a message for push services with a smaller limit', () => {
    const message = ideaMessage(idea({ notes: 'x'.repeat(5_000), image_urls: ['/media/a.jpg'] }));
    expect(shorten(message)).toEqual({
      ...message,
      body: 'Entry 1.0840 · Invalidation 1.0755 · Exit 1.0921',
      image: null,
    });
  });
});
