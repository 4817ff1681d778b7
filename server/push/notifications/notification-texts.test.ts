import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/idea-row.fixture.ts';
import { ideaStatuses, type TradeIdea } from '../../../contract/ideas.ts';
import { pushMessage } from '../../../contract/push.ts';
import {
  ideaMessage,
  isStatusNews,
  MAX_PAYLOAD_BYTES,
  smaller,
  statusMessage,
  testMessage,
  testTradeMessage,
} from './notification-texts.ts';

const ID = '5f3b1c1e-6b1a-4b57-9f4c-0d8f8d1a2b3c';
const idea = (changes: Partial<TradeIdea> = {}): TradeIdea =>
  ideaRow({
    id: ID,
    educator_id: '1',
    educator_name: 'Educator One',
    // Zeros at the end are shown as they were typed.
    entry_1: '1.0840',
    created_at: '2026-11-20T09:00:00.000Z',
    ...changes,
  });

describe('a new idea', () => {
  it('is told with pair, direction, market, type, levels as typed, educator, time and cover', () => {
    const cover = `/media/${'a'.repeat(32)}.jpg`;
    expect(ideaMessage(idea({ image_urls: [cover, '/media/other.jpg'] }))).toEqual({
      kind: 'idea',
      title: 'EUR/USD Bullish · Forex Leverage',
      body: 'Entry 1.0840 · Stop 1.0755 · Exit 1.0921\nEducator One · 4H',
      tag: `idea-${ID}`,
      path: `/customer/forex?idea=${ID}`,
      image: cover,
      at: '2026-11-20T09:00:00.000Z',
      ideaId: ID,
      market: 'Forex',
    });
    const other = idea({ order_type: 'SELL', market_type: 'Crypto', idea_type: 'Exchange', pair: 'BTC/USD' });
    expect(ideaMessage(other)).toMatchObject({
      title: 'BTC/USD Bearish · Crypto Exchange',
      path: `/customer/crypto?idea=${ID}`,
    });
  });

  it('brings the beginning of its notes on one line, cut between characters', () => {
    const short = ideaMessage(idea({ notes: ' Higher low\n\nabove the\tbase. ' }));
    expect(short.body.split('\n')[2]).toBe('Higher low above the base.');
    const long = ideaMessage(idea({ notes: '👍🏽'.repeat(500) })).body.split('\n')[2] ?? '';
    expect(long).toMatch(/…$/);
    expect(long.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(300);
  });

  it('stays below 3 kB, and is what the contract says, whatever an educator writes', () => {
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

describe('a change of status', () => {
  it.each([
    [{ status: 'successful' }, 'Successful', 'The educator has closed this idea.'],
    [{ status: 'successful', result_level: 'exit_2' }, 'Successful', 'Closed: Exit 2 1.0985 was reached.'],
    [
      { status: 'unsuccessful', result_level: 'invalidation_level' },
      'Unsuccessful',
      'Closed: Stop 1.0755 was reached.',
    ],
    [{ status: 'failure' }, 'Unsuccessful', 'The educator has closed this idea.'],
    [{ status: 'completed' }, 'Completed', 'The educator has closed this idea.'],
    [
      { status: 'invalid' },
      'Invalidated',
      'Idea invalidated as price broke below 1.0755. Looking for new setups.',
    ],
    [{ status: 'pending' }, 'Open again', 'The educator has opened this idea again.'],
  ] as const)('to %j says what happened', (changes, headline, sentence) => {
    const message = statusMessage(idea(changes));
    expect(message).toMatchObject({
      kind: 'status',
      title: `EUR/USD Bullish · ${headline}`,
      tag: `idea-${ID}`,
      at: '2026-11-20T12:00:00.000Z',
    });
    expect(message.body).toBe(`${sentence}\nEducator One · Forex Leverage`);
  });

  it('leads to where the idea is then', () => {
    expect(statusMessage(idea({ status: 'invalid' })).path).toBe(`/customer/forex?idea=${ID}`);
    expect(statusMessage(idea({ status: 'successful' })).path).toBe(`/customer/forex/leverage?idea=${ID}`);
    // SPEC §7: an index pair is listed under Forex once completed.
    expect(statusMessage(idea({ status: 'successful', market_type: 'Crypto', pair: 'SPX500' })).path).toBe(
      `/customer/forex/leverage?idea=${ID}`,
    );
  });

  it('is news when the idea stands otherwise than before', () => {
    for (const [before, after] of [
      ['active', 'successful'],
      ['pending', 'invalid'],
      ['invalid', 'unsuccessful'],
      ['successful', 'unsuccessful'],
      ['successful', 'pending'],
    ] as const)
      expect(isStatusNews(before, after), `${before} to ${after}`).toBe(true);
    for (const [before, after] of [
      ['active', 'active'],
      ['active', 'pending'],
      ['success', 'successful'],
      ['failure', 'unsuccessful'],
    ] as const)
      expect(isStatusNews(before, after), `${before} to ${after}`).toBe(false);
  });
});

describe('tests', () => {
  const at = new Date('2026-11-20T09:00:00.000Z');

  it('say that they are tests, and lead back to the page they were sent from', () => {
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

  it('fall back to less where a push service finds them too large', () => {
    const message = ideaMessage(idea({ notes: 'x'.repeat(5_000), image_urls: ['/media/a.jpg'] }));
    expect(smaller(message)).toEqual({
      ...message,
      body: 'Entry 1.0840 · Stop 1.0755 · Exit 1.0921',
      image: null,
    });
  });
});
