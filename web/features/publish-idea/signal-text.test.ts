import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignal, parseSignal, type SignalValues } from './signal-text.ts';

const eurusd: SignalValues = {
  pair: 'EUR/USD',
  order_type: 'BUY',
  entry_1: '1.0842',
  invalidation_level: '1.0790',
  exit_1: '1.0900',
  exit_2: '1.0950',
};

describe('parseSignal', () => {
  it.each<[string, SignalValues]>([
    ['EURUSD buy 1.0842, SL 1.0790, TP 1.0900 1.0950, 4H', { ...eurusd, time_frame: '4H' }],
    ['eur/usd LONG @ 1.0842\nStop loss: 1.0790\nTP1: 1.0900\nTP2: 1.0950', eurusd],
    ['BUY EURUSD\nEntry: 1.0842\nSL: 1.0790\nTP 1 1.0900\nTP 2 1.0950', eurusd],
    ['EURUSD bullish entry 1.0842 invalidation level 1.0790 exits 1.0900, 1.0950', eurusd],
    ['EUR-USD | buy limit | 1.0842 | S/L=1.0790 | T/P=1.0900 / 1.0950', eurusd],
    ['Buy EURUSD at 1.0842. SL1.0790 TP1.0900 TP1.0950', eurusd],
    [
      'Sell BTC/USD 64,250.5 SL 65,900 TP 61,800 60,150 1D',
      {
        pair: 'BTC/USD',
        order_type: 'SELL',
        entry_1: '64250.5',
        invalidation_level: '65900',
        exit_1: '61800',
        exit_2: '60150',
        time_frame: '1D',
      },
    ],
    [
      'GBPJPY short 191.40-191.80 stop 192.65 targets 189.90 188.75 187.20 H4',
      {
        pair: 'GBP/JPY',
        order_type: 'SELL',
        entry_1: '191.40',
        entry_2: '191.80',
        invalidation_level: '192.65',
        exit_1: '189.90',
        exit_2: '188.75',
        exit_3: '187.20',
        time_frame: '4H',
      },
    ],
    [
      'XAUUSD sell entry1 2748.50 entry2 2756 sl 2779 tp1 2705',
      {
        pair: 'XAU/USD',
        order_type: 'SELL',
        entry_1: '2748.50',
        entry_2: '2756',
        invalidation_level: '2779',
        exit_1: '2705',
      },
    ],
    [
      'PEPE/USDT buy 0.00000812 sl 0.00000764 tp 0.00000884 15min',
      {
        pair: 'PEPE/USDT',
        order_type: 'BUY',
        entry_1: '0.00000812',
        invalidation_level: '0.00000764',
        exit_1: '0.00000884',
        time_frame: '15M',
      },
    ],
  ])('parses "%s"', (text, expected) => {
    const signal = parseSignal(text);
    expect(signal).toEqual({ values: expected, unread: [] });
    expect(isSignal(signal)).toBe(true);
  });

  it('lists words it cannot parse instead of guessing', () => {
    expect(parseSignal('EURUSD buy 1,0842 SL 1.0790 hodl')).toEqual({
      values: { pair: 'EUR/USD', order_type: 'BUY', invalidation_level: '1.0790' },
      unread: ['1,0842', 'hodl'],
    });
    expect(parseSignal('EURUSD buy 1.1 TP 1.2 1.3 1.4 1.5').unread).toEqual(['1.5']);
    expect(parseSignal('EURUSD buy 1.1 SL 0').unread).toEqual(['0']);
  });

  it.each(['', 'Good morning, what a week!', '4H', 'https://example.org/a', '12345', 'SL 1.0790'])(
    'finds no signal in "%s"',
    (text) => {
      expect(isSignal(parseSignal(text))).toBe(false);
    },
  );

  const price = fc.integer({ min: 1, max: 99_999_999 }).map((digits) => (digits / 10_000).toFixed(4));

  it('keeps every level as it was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy', 'SELL', 'Long', 'short'),
        fc.array(price, { minLength: 3, maxLength: 5 }),
        fc.constantFrom(' ', '\n', ', ', ' | '),
        (direction, [entry = '', stop = '', ...exits], gap) => {
          const text = ['EURUSD', direction, entry, `SL ${stop}`, `TP ${exits.join(' ')}`].join(gap);
          const { values, unread } = parseSignal(text);
          const clean = (level: string | undefined) => level?.replace(/^0+(?=\d)/, '');
          expect(unread).toEqual([]);
          expect([values.entry_1, values.invalidation_level]).toEqual([clean(entry), clean(stop)]);
          expect([values.exit_1, values.exit_2, values.exit_3].slice(0, exits.length)).toEqual(
            exits.map(clean),
          );
        },
      ),
    );
  });

  it('never throws, and puts each number into a field or the unread list', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(() => parseSignal(text)).not.toThrow();
      }),
    );
    fc.assert(
      fc.property(fc.array(price, { maxLength: 12 }), (prices) => {
        const { values, unread } = parseSignal(prices.join(' '));
        expect([...Object.values(values), ...unread]).toHaveLength(prices.length);
      }),
    );
  });
});

it('reads a long text of punctuation in one pass', () => {
  // Quadratic trimming took 1.9 s for one such text.
  const text = `a${'.'.repeat(50_000)}b ${'-'.repeat(50_000)} EURUSD buy 1.0842`;
  for (let count = 0; count < 50; count++)
    expect(parseSignal(text).values).toEqual({ pair: 'EUR/USD', order_type: 'BUY', entry_1: '1.0842' });
});
