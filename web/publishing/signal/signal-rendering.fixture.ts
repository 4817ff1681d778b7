import fc from 'fast-check';
import type { SignalValues } from './read-signal.ts';

/** The words of one language for the parts of a signal. */
type Words = { buy: string; sell: string; entry: string; stop: string; target: string };

const languages: readonly Words[] = [
  { buy: 'BUY', sell: 'SELL', entry: 'Entry', stop: 'SL', target: 'TP' },
  { buy: 'Long', sell: 'Short', entry: 'Entry price', stop: 'Stop loss', target: 'Take Profit' },
  { buy: 'Compra', sell: 'Venta', entry: 'Entrada', stop: 'Stop de pérdidas', target: 'Objetivo' },
  { buy: 'Achat', sell: 'Vente', entry: "Point d'entrée", stop: 'Stop', target: 'Objectif' },
  { buy: 'Kauf', sell: 'Verkauf', entry: 'Einstieg', stop: 'Stopp', target: 'Ziel' },
  { buy: 'Compra', sell: 'Venda', entry: 'Entrada', stop: 'Stop', target: 'Alvo' },
  { buy: 'Acquisto', sell: 'Vendita', entry: 'Ingresso', stop: 'Stop loss', target: 'Obiettivo' },
  { buy: 'Покупка', sell: 'Продажа', entry: 'Вход', stop: 'Стоп-лосс', target: 'Цель' },
  { buy: 'ALIŞ', sell: 'SATIŞ', entry: 'Giriş', stop: 'Zarar durdur', target: 'Hedef' },
  { buy: 'شراء', sell: 'بيع', entry: 'الدخول', stop: 'وقف الخسارة', target: 'الهدف' },
];

/** A pair as it is written, its field value, and where its price usually is. */
const instruments = [
  { written: 'EURUSD', pair: 'EUR/USD', price: 1.0842, decimals: 4 },
  { written: 'GBP/JPY', pair: 'GBP/JPY', price: 191.4, decimals: 2 },
  { written: '#USDCAD', pair: 'USD/CAD', price: 1.3712, decimals: 5 },
  { written: 'GOLD', pair: 'XAU/USD', price: 2350, decimals: 2 },
  { written: 'XAUUSD', pair: 'XAU/USD', price: 2412, decimals: 0 },
  { written: 'US30', pair: 'US30', price: 39_250, decimals: 0 },
  { written: 'NAS100', pair: 'NAS100', price: 17_850, decimals: 1 },
  { written: 'BTCUSDT', pair: 'BTC/USDT', price: 64_250, decimals: 1 },
  { written: 'BTC', pair: 'BTC/USD', price: 64_250, decimals: 0 },
  { written: 'SOL/USDT', pair: 'SOL/USDT', price: 148, decimals: 2 },
  { written: 'PEPEUSDT', pair: 'PEPE/USDT', price: 0.00000812, decimals: 10 },
] as const;

type KnownIdea = { values: SignalValues; written: string; grouped: boolean };

/** An idea whose levels are in order and differ after rounding. */
export const knownIdea: fc.Arbitrary<KnownIdea> = fc
  .record({
    instrument: fc.constantFrom(...instruments),
    direction: fc.constantFrom('BUY' as const, 'SELL' as const),
    shift: fc.double({ min: 0.95, max: 1.05, noNaN: true }),
    /** Distances in per mille of the price. */
    risk: fc.integer({ min: 8, max: 40 }),
    zone: fc.option(fc.integer({ min: 2, max: 6 })),
    steps: fc.array(fc.integer({ min: 8, max: 30 }), { minLength: 1, maxLength: 3 }),
    frame: fc.option(fc.constantFrom('15m', '1H', '4H', '1D')),
  })
  .map(({ instrument, direction, shift, risk, zone, steps, frame }) => {
    const sign = direction === 'BUY' ? 1 : -1;
    const at = (distance: number) =>
      (instrument.price * shift * (1 + (sign * distance) / 1000)).toFixed(instrument.decimals);
    let distance = 0;
    const exits = steps.map((step) => {
      distance += step;
      return at(distance);
    });
    const values: SignalValues = {
      pair: instrument.pair,
      order_type: direction,
      entry_1: at(0),
      invalidation_level: at(-risk),
    };
    if (zone !== null) values.entry_2 = at(-zone);
    if (frame !== null) values.time_frame = frame;
    for (const [index, exit] of exits.entries()) values[`exit_${(index + 1) as 1 | 2 | 3}`] = exit;
    return { values, written: instrument.written, grouped: instrument.price > 1000 };
  });

/** Ways to write a price. */
const styles: readonly ((price: string) => string)[] = [
  (price) => price,
  (price) => price.replace('.', ','),
  (price) => {
    const [whole = '', decimals] = price.split('.');
    return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals ? `.${decimals}` : '');
  },
  (price) => `$${price}`,
];
const pointGroups = (price: string) => {
  const [whole = '', decimals] = price.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, '.') + (decimals ? `,${decimals}` : '');
};

type Parts = {
  words: Words;
  written: string;
  direction: string;
  entries: string[];
  stop: string;
  exits: string[];
  frame: string;
  noise: string;
};

const layouts: readonly ((parts: Parts) => string)[] = [
  ({ words, written, direction, entries, stop, exits, frame, noise }) =>
    `${written} ${direction} ${entries.join(' - ')}, ${words.stop} ${stop}, ${words.target} ${exits.join(' / ')} ${frame} ${noise}`,
  ({ words, written, direction, entries, stop, exits, frame, noise }) =>
    [
      `${noise}`,
      `${direction} ${written} ${frame}`,
      `${words.entry}: ${entries.join(' - ')}`,
      `${words.stop}: ${stop}`,
      ...exits.map((exit, index) => `${words.target} ${index + 1}: ${exit}`),
    ].join('\n'),
  ({ words, written, direction, entries, stop, exits, frame }) =>
    [
      `${written} ${frame}`,
      direction,
      `${words.entry} ${entries.join(' / ')}`,
      `${words.target}:`,
      ...exits.map((exit, index) => `${index + 1}) ${exit}`),
      `${words.stop} = ${stop}`,
    ].join('\n'),
  ({ words, written, direction, entries, stop, exits, noise }) =>
    `${direction} ${written} @ ${entries.join(' - ')} | ${words.stop} @ ${stop} | ${exits.map((exit) => `${words.target} @ ${exit}`).join(' | ')}\n${noise}`,
  ({ words, written, direction, entries, stop, exits, noise }) =>
    [
      `🔥 VIP SIGNAL 🔥 ${noise}`,
      `${written} ${direction} NOW`,
      ...exits.map((exit, index) => `✅ TP${index + 1} ${exit}`),
      `❌ ${words.stop} ${stop}`,
      `📍 ${words.entry} ${entries.join(' to ')}`,
    ].join('\n'),
  ({ words, written, direction, entries, stop, exits }) =>
    `${written}\n${direction}\n${entries.join('-')}\n${words.stop}\n${stop}\n${words.target}\n${exits.join('\n')}`,
  ({ words, written, direction, entries, stop, exits, noise }) =>
    [
      `1. ${written}`,
      `2. ${direction}`,
      `3. ${words.entry} ${entries.join(' - ')}`,
      `4. ${words.stop} ${stop} (${noise})`,
      ...exits.map((exit, index) => `${index + 5}. ${words.target} ${exit}`),
    ].join('\n'),
  ({ words, written, direction, entries, stop, exits }) =>
    `${words.stop} ${stop} ${words.target} ${exits.join(', ')} ${words.entry} ${entries.join(' - ')} ${direction} ${written}`,
];

const noises = [
  '',
  '14:30',
  '12/05/2024',
  '50 pips',
  'Risk 1%',
  'lot 0.5',
  '#214',
  'R:R 1:2',
  '10x',
  '+58 pips',
];

/** The idea as people might write it. */
export const renderSignal = (idea: KnownIdea): fc.Arbitrary<string> =>
  fc
    .record({
      words: fc.constantFrom(...languages),
      style: fc.constantFrom(...styles, ...(idea.grouped ? [pointGroups] : [])),
      layout: fc.constantFrom(...layouts),
      noise: fc.constantFrom(...noises),
    })
    .map(({ words, style, layout, noise }) => {
      const { values } = idea;
      const write = (...prices: (string | undefined)[]) =>
        prices.filter((price) => price !== undefined).map(style);
      return layout({
        words,
        written: idea.written,
        direction: values.order_type === 'BUY' ? words.buy : words.sell,
        entries: write(values.entry_1, values.entry_2),
        stop: write(values.invalidation_level)[0]!,
        exits: write(values.exit_1, values.exit_2, values.exit_3),
        frame: values.time_frame ?? '',
        noise,
      });
    });
