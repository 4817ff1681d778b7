import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cryptoTickers,
  forexCommodities,
  forexCurrencies,
  forexIndices,
} from '../../../contract/ideas/market-detection.ts';
import { readSignal, type SignalField, type SignalValues, signalFields } from './read-signal.ts';
import { heldOutSignals, type LabelledSignal, signalCorpus, trickySignals } from './signal-corpus.fixture.ts';
import { knownIdea, renderSignal } from './signal-rendering.fixture.ts';

const columns: readonly SignalField[] = signalFields;

const parseExpected = (expected: string | null): { values: SignalValues; hasMore: boolean } | null => {
  if (expected === null) return null;
  const cells = expected.split(' ');
  const filled = columns.flatMap((field, index) =>
    cells[columnOrder[index]!] === '-' ? [] : [[field, cells[columnOrder[index]!]]],
  );
  return { values: Object.fromEntries(filled), hasMore: cells.length > columns.length };
};
/** The corpus has the direction before the time frame. */
const columnOrder = [0, 2, 1, 3, 4, 5, 6, 7, 8];

/** The fields of a signal that are filled with something else than expected. */
const findWrongFields = ([text, expected]: LabelledSignal): string[] => {
  const values: SignalValues = readSignal(text)?.values ?? {};
  const right: SignalValues = parseExpected(expected)?.values ?? {};
  return columns
    .filter((field) => values[field] !== undefined && values[field] !== right[field])
    .map((field) => `${field} is ${values[field]} in ${JSON.stringify(text)}`);
};

const isWhole = ([text, expected]: LabelledSignal): boolean => {
  const signal = readSignal(text);
  const right = parseExpected(expected);
  return (
    JSON.stringify(columns.map((field) => signal?.values[field])) ===
      JSON.stringify(columns.map((field) => right?.values[field])) &&
    (signal?.hasMore ?? false) === (right?.hasMore ?? false)
  );
};

const corpus = [...signalCorpus, ...trickySignals, ...heldOutSignals];

describe('the corpus of signals', () => {
  it('has at least a hundred signals', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(100);
  });

  it('fills no field with a wrong value (§2.28)', () => {
    expect(corpus.flatMap(findWrongFields)).toEqual([]);
  });

  it('reads exits in the order of their circled digits', () => {
    const { values } = readSignal('#AVAX/USDT\nBUY\nEntry 36.5\nTP② 40.5\nTP① 38\nSL 34.2') ?? {};
    expect(values).toMatchObject({ exit_1: '38', exit_2: '40.5' });
  });

  it.each(['TF: daily', 'Timeframe - 1 day'])('reads a time frame with its label: %s', (line) => {
    const { values } = readSignal(`EUR/USD BUY\n${line}\nEntry 1.0842\nSL 1.0755\nTP 1.0921`) ?? {};
    expect(values).toMatchObject({ time_frame: '1D' });
  });

  it('takes no end of a zone that has fewer decimals and is far from the entry', () => {
    const { values } = readSignal('SOL/USDT BUY\nEntry 64.25 - 66\nSL 60\nTP 80') ?? {};
    expect(values).toMatchObject({ entry_1: '64.25' });
    expect(values?.entry_2).toBeUndefined();
  });

  it('fills every signal wholly that it was written for', () => {
    const partial = [...signalCorpus, ...trickySignals].filter((signal) => !isWhole(signal));
    expect(partial).toEqual([]);
  });

  it('fills nine in ten wholly of the signals it was not written for', () => {
    const partial = heldOutSignals.filter((signal) => !isWhole(signal)).map(([text]) => text);
    expect(partial.length, partial.join('\n---\n')).toBeLessThanOrEqual(heldOutSignals.length / 10);
  });
});

describe('readSignal', () => {
  it('reads any rendering of a known idea as that idea or a part of it', () => {
    let whole = 0;
    let count = 0;
    fc.assert(
      fc.property(
        knownIdea.chain((idea) => fc.tuple(fc.constant(idea), renderSignal(idea))),
        ([{ values }, text]) => {
          const read = readSignal(text)?.values ?? {};
          for (const [field, value] of Object.entries(read))
            expect({ text, [field]: value }).toEqual({ text, [field]: values[field as SignalField] });
          count++;
          // Some layouts leave out the time frame.
          if (columns.every((field) => field === 'time_frame' || read[field] === values[field])) whole++;
        },
      ),
      { numRuns: 1000 },
    );
    // A reader that reads nothing would never be wrong.
    expect(whole / count).toBeGreaterThan(0.7);
  });

  it('reads a chat without labels as no signal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('so', '1.0842', 'today', '50', 'pips', 'we', 'EURUSD', '14:30')),
        (words) => {
          expect(readSignal(words.join(' '))).toBeNull();
        },
      ),
    );
  });

  it('never throws, and its spans are parts of the text in order', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 8, unit: 'grapheme' }),
      fc.constantFrom(
        'buy',
        'SL',
        'TP1',
        '1.0842',
        '1,084',
        'EURUSD',
        '(',
        ')',
        ':',
        '-',
        '/',
        '\n',
        '4H',
        '1)',
        '2️⃣',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join(' ');
        let last = 0;
        for (const { start, end } of readSignal(text)?.spans ?? []) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });

  it('knows every coin, index, commodity and currency of SPEC §4', () => {
    const coins = cryptoTickers.filter((ticker) => !/USD|^DAI$/.test(ticker));
    const stablecoins = cryptoTickers.filter((ticker) => !coins.includes(ticker));
    const names: Record<string, string> = {
      GOLD: 'XAU/USD',
      XAU: 'XAU/USD',
      SILVER: 'XAG/USD',
      XAG: 'XAG/USD',
      WTI: 'WTI/USD',
    };
    const read = (name: string, [entry, stop, exit]: readonly number[]) =>
      readSignal(`${name} BUY @ ${entry} SL ${stop} TP ${exit}`)?.values;
    for (const coin of coins) {
      const levels = coin === 'BTC' ? [64_000, 62_000, 70_000] : [150, 140, 170];
      // "NEAR 150" alone says how close to buy.
      expect(read(coin === 'NEAR' ? '#NEAR' : coin, levels), coin).toMatchObject({
        pair: `${coin}/USD`,
        exit_1: String(levels[2]),
      });
      for (const quote of stablecoins) expect(read(`${coin}${quote}`, levels)?.pair).toBe(`${coin}/${quote}`);
    }
    for (const name of [...forexIndices, ...forexCommodities]) {
      const levels = /XAG|SILVER|OIL|WTI/.test(name)
        ? [30, 29, 33]
        : name === 'DXY'
          ? [104, 103, 106]
          : [2400, 2350, 2500];
      expect(read(name, levels), name).toMatchObject({
        pair: names[name] ?? name,
        exit_1: String(levels[2]),
      });
    }
    for (const base of forexCurrencies)
      for (const quote of forexCurrencies.filter((currency) => currency !== base)) {
        const price = quote === 'JPY' ? '150' : base === 'JPY' ? '0.0067' : '1.2';
        expect(readSignal(`${base}${quote} buy ${price}`)?.values).toMatchObject({
          pair: `${base}/${quote}`,
          entry_1: price,
        });
      }
  });

  it.each([
    ['BATUSD', 'BAT/USD'],
    ['CKBUSD', 'CKB/USD'],
    ['GMTUSD', 'GMT/USD'],
    ['QNTUSD', 'QNT/USD'],
    ['GRTUSD', 'GRT/USD'],
    ['HOTUSD', 'HOT/USD'],
    ['OKBUSD', 'OKB/USD'],
    ['XXTUSD', 'XXT/USD'],
    ['SHIBUSD', 'SHIB/USD'],
    ['SOLBUSD', 'SOL/BUSD'],
    ['BONKTUSD', 'BONK/TUSD'],
    ['IDUSDT', 'ID/USDT'],
    ['EGLDUSD', 'EGLD/USD'],
    ['SOLUSDTPERP', 'SOL/USDT'],
    ['XBTUSD', 'BTC/USD'],
    ['XBT/USDT', 'BTC/USDT'],
    ['#1000PEPE/USDT', '1000PEPE/USDT'],
    ['1INCH/USDT', '1INCH/USDT'],
    ['1INCHUSD', '1INCH/USD'],
    ['#1000SHIB-USDT', '1000SHIB/USDT'],
    ['BAT/USD', 'BAT/USD'],
    ['XTIUSD', 'XTI/USD'],
    ['Hyundai', undefined],
    ['100EUR/USDT', undefined],
    ['50KUSD', undefined],
    ['DE30m', 'DE30'],
    ['US30m', 'US30'],
    ['USTECm', 'USTEC'],
    ['GOLDm', 'XAU/USD'],
    ['Crude Oil', 'CRUDEOIL'],
    ['Natural Gas', 'NATURALGAS'],
    ['API3/USDT', 'API3/USDT'],
    ['C98USDT', 'C98/USDT'],
    ['A2Z/USDT', 'A2Z/USDT'],
    ['0G/USDT', '0G/USDT'],
    ['S/USDT', 'S/USDT'],
    ['USDC/USDT', 'USDC/USDT'],
    ['USDTTRY', 'USDT/TRY'],
    ['XAUUSD2350', 'XAU/USD'],
    ['Entry 4/USDT', undefined],
    ['TP2USDT', undefined],
    ['GER40@market', 'GER40'],
  ])('reads the pair of %s as %s', (written, pair) => {
    const price = pair && /^BTC/.test(pair) ? [64_000, 62_000, 70_000] : [100, 90, 120];
    const text = `${written} BUY\nEntry ${price[0]}\nSL ${price[1]}\nTP ${price[2]}`;
    expect(readSignal(text)?.values.pair).toBe(pair);
  });

  it.each([
    ['DAX 30m', 'DAX', '30m'],
    ['EURUSD15m', 'EUR/USD', '15m'],
    ['BTC/USDT4h', 'BTC/USDT', '4H'],
    ['1INCHUSDT15m', '1INCH/USDT', '15m'],
  ])('reads the pair and the time frame of %s', (written, pair, time_frame) => {
    const { values } = readSignal(`${written} BUY 1.09 SL 1.08 TP 1.12`) ?? {};
    expect(values).toMatchObject({ pair, time_frame });
  });

  it.each(['US30m', 'XX30m'])('reads no time frame from the name %s', (name) => {
    expect(readSignal(`${name} BUY 100 SL 90 TP 120`)?.values.time_frame).toBeUndefined();
  });

  it.each([
    ['STRBUSD', ['STR/BUSD', 'STRB/USD']],
    ['ABCTUSD', ['ABC/TUSD', 'ABCT/USD']],
    ['XYZFDUSD', ['XYZ/FDUSD', 'XYZFD/USD']],
  ])('leaves the pair of %s open, and lists both readings', (written, pairs) => {
    const signal = readSignal(`${written} BUY\nEntry 100\nSL 90\nTP 120`);
    expect(signal?.values.pair).toBeUndefined();
    expect(signal?.pairs).toEqual(pairs);
  });

  it.each([
    'Entry Orders: 100\nTake-Profit Orders: 110 120\nStop-loss Orders: 90',
    'Entry Orders:\n1) 100\nTake-Profit Orders:\n1) 110\n2) 120\nStop-loss Orders:\n1) 90',
    'Entry Orders:\n1) 100 (100%)\nTake-Profit Orders:\n1) 110 (50%)\n2) 120 (50%)\nStop-loss Orders:\n1) 90 (100%)',
    'Órdenes de entrada: 100\nTP órdenes: 110 120\nSL órdenes: 90',
    'TP Orders = 110 / 120, Entry Orders = 100, SL Orders = 90',
    'ENTRY ORDERS\n100\nTAKE-PROFIT ORDERS\n110\n120\nSTOP-LOSS ORDERS\n90',
    'Entry Order(s): 100\nTake Profit Order(s): 110 / 120\nStop Loss Order(s): 90',
    'Entry orders: 100 USDT\nTakeProfit-orders: 110 USDT, 120 USDT\nStopLoss-orders: 90 USDT',
    'Entry Orders:\n1️⃣ 100\nTake-Profit Orders:\n1️⃣ 110\n2️⃣ 120\nStop-loss Orders:\n1️⃣ 90',
    "Ordres d'entrée : 100\nOrdres de take profit : 110 120\nOrdre stop loss : 90",
    'Ordini di ingresso: 100\nOrdini take profit: 110 120\nOrdine stop loss: 90',
    'Ordens de entrada: 100\nOrdens de take profit: 110 120\nOrdem de stop loss: 90',
    'Ордера на вход: 100\nОрдера тейк профит: 110 120\nОрдер стоп лосс: 90',
    'Giriş emirleri: 100\nKar al emirleri: 110 120\nZarar durdur emri: 90',
    'اوامر الدخول: 100\nاوامر جني الارباح: 110 120\nامر وقف الخسارة: 90',
    'Stop-loss Orders: 90 | Take-Profit Orders: 110, 120 | Entry Orders: 100',
  ])('takes orders for labels: %j', (text) => {
    expect(readSignal(`#SOL/USDT LONG\n${text}`)?.values).toMatchObject({
      entry_1: '100',
      invalidation_level: '90',
      exit_1: '110',
      exit_2: '120',
    });
  });

  it('reads both entries of a numbered list with shares', () => {
    const text = 'BTC/USDT LONG\nEntry Orders:\n1) 64000 - 60%\n2) 63500 - 40%\nStop: 61000\nTP: 68000';
    expect(readSignal(text)?.values).toMatchObject({ entry_1: '64000', entry_2: '63500' });
  });

  it('names the part of the text that each field was read from', () => {
    const text = '🟢 EURUSD buy @ 1,0842\nSL: 1.0790 – TP1: 1.0900';
    const spans = readSignal(text)?.spans.map(({ field, start, end }) => [field, text.slice(start, end)]);
    expect(spans).toEqual([
      ['pair', 'EURUSD'],
      ['order_type', 'buy'],
      ['entry_1', '1,0842'],
      ['invalidation_level', '1.0790'],
      ['exit_1', '1.0900'],
    ]);
  });

  it.each<[string, string[]]>([
    ['EURUSD buy 1.0842, SL 50 pips, 14:30', ['50 pips', '14:30']],
    ['Idea #214: EURUSD buy 1.0842 SL 1.0790 TP1 1.0900 TP 2 1.0950, risk 1%', ['#214', '1%']],
    ['EURUSD buy 10842 SL 1.0790 TP 1.0900', ['10842', '1.0790', '1.0900']],
    ['@trader99 14h30: EURUSD buy 1.0842 SL 1.0790, risk 1 %', ['14h30', '1 %']],
    ['2024-05-12, EURUSD buy 1.0842 until 17/05', ['2024-05-12', '17/05']],
    ['GBPUSD buy 1.2650 TP1/2 1.2700/1.2750', ['1', '2', '1.2700', '1.2750']],
    ['SOLUSDT long 150,250 sl 145,500', ['150,250', '145,500']],
    ['EURUSD BUY 1.0842 SL 1.0790 SL 1.0780 TP 1.0900', ['1.0790', '1.0780']],
  ])('lists the numbers of "%s" that it does not use', (text, unused) => {
    expect(readSignal(text)?.unused).toEqual(unused);
  });

  it.each([
    ['EURUSD BUY 1.0842 SL 1.0900 TP 1.0950', 'BUY'],
    ['EURUSD SELL 1.0842 SL 1.0900 TP 1.0950', 'SELL'],
    ['EURUSD entry 1.0842 SL 1.0900 TP 1.0950', 'both'],
  ])('fills only the pair where levels and direction contradict each other: "%s"', (text, contradicts) => {
    expect(readSignal(text)).toMatchObject({ values: { pair: 'EUR/USD' }, contradicts });
    expect(Object.keys(readSignal(text)?.values ?? {})).toEqual(['pair']);
  });
});
