import type { OrderType } from '../../../contract/ideas/ideas.ts';
import { formatTimeFrame } from '../../../contract/ideas/time-frames.ts';
import {
  alone,
  coins,
  commodities,
  currencies,
  findKnownPair,
  stablecoins,
} from '../../ideas/known-instruments.ts';
import { fold } from './signal-tokens.ts';

export type LevelKind = 'entry' | 'stop' | 'exit';

/** What a word or group of words means in a signal. */
export type Meaning =
  | { type: 'label'; level: LevelKind }
  | { type: 'direction'; direction: OrderType; weak?: boolean; turkish?: boolean }
  | { type: 'ordinal'; ordinal: number }
  | { type: 'order' }
  | { type: 'pair-label' }
  | { type: 'time-frame-label' }
  | { type: 'filler' }
  | { type: 'joiner'; range: boolean }
  | { type: 'report' }
  | { type: 'none' };

const split = (list: string): string[] =>
  list
    .split(/[,\n]/)
    .map((words) => fold(words.trim()))
    .filter(Boolean);
const toSet = (list: string): ReadonlySet<string> => new Set(split(list));

/** Groups of words are separated by commas, languages by lines: en, es, pt, fr, de, it, ru, tr, ar. */
const labels: Record<LevelKind, string> = {
  entry: `
    entry, entries, enter, entry price, entry zone, entry point, entry level, entry target, entry targets, open price, ep
    entrada, entradas, entrar, punto de entrada, precio de entrada, zona de entrada
    preço de entrada, ponto de entrada
    entrée, entrées, entrer, prix d entrée, point d entrée
    einstieg, einstiege, einstiegskurs, einstiegspreis, einstiegszone, eingang
    ingresso, ingressi, entrata, prezzo di ingresso, punto di ingresso, prezzo d ingresso
    вход, входа, входим, войти, точка входа, зона входа, цена входа
    giriş, girişi, giriş fiyatı, giriş seviyesi
    دخول, الدخول, سعر الدخول, نقطة الدخول, منطقة الدخول`,
  stop: `
    sl, stop, stops, stoploss, stop loss, stop level, stop price, stop target, stop targets, inv, invalidation, invalidated, invalid, protective stop
    stop de pérdidas, stop de pérdida, límite de pérdidas, parar pérdidas
    stop de perda, limite de perda, parar perda
    stop de protection, stop perte, stop suiveur, perte maximale
    stopp, stoppkurs, stop kurs, verlustbegrenzung, verlust stop, stoploss kurs
    stop perdita, stop in perdita
    стоп, стоп лосс, стоплосс, стоп лос, сл, стоп приказ
    zarar durdur, zarar kes, zararı durdur, zararı kes, zdd
    وقف, وقف الخسارة, وقف الخساره, ايقاف الخسارة, ستوب, ستوب لوس, الستوب`,
  exit: `
    tp, tps, tgt, tgts, target, targets, exit, exits, take profit, take profits, takeprofit, taking profit, taking profits, take profit target, take profit targets, profit target, profit targets
    objetivo, objetivos, meta, metas, toma de ganancias, tomar ganancias, toma de beneficios, toma de beneficio, recoger beneficios
    alvo, alvos, realizar lucro, realização de lucro, realização
    objectif, objectifs, cible, cibles, prise de profit, prise de bénéfice, prise de bénéfices
    ziel, ziele, kursziel, kursziele, gewinnziel, gewinnmitnahme, zielkurs
    obiettivo, obiettivi, bersaglio, presa di profitto, prendi profitto
    цель, цели, тейк, тейки, тейк профит, тейкпрофит, тп, фиксация прибыли
    hedef, hedefler, hedefi, kar al, karı al, kâr al
    هدف, الهدف, اهداف, الاهداف, جني الارباح, جني الربح, تيك بروفت, الاهداف`,
};

const directions: Record<OrderType, string> = {
  BUY: `
    buy, long, longing, compra, comprar, compro, compramos, largo, largos, achat, acheter, achète, achetez, achetons
    kauf, kaufen, kaufe, kauforder, comprado, comprate, comprare, acquisto, acquistare
    купить, покупка, покупаем, покупаю, покупать, лонг, бай, alış, alım, شراء, الشراء, اشتري, لونج`,
  SELL: `
    sell, short, shorting, venta, vender, vendo, vendemos, corto, cortos, venda, vendido, vente, vendre, vends, vendez, vendons
    verkauf, verkaufen, verkaufe, verkaufsorder, vendita, vendere, vendi, vendete
    продать, продажа, продаем, продаю, продавать, шорт, селл, satış, satım, بيع, البيع, شورت`,
};
const weakDirections: Record<OrderType, string> = {
  BUY: 'bullish, alcista, altista, haussier, haussière, bullisch, rialzista, бычий, صاعد',
  SELL: 'bearish, bajista, baixista, baissier, baissière, bärisch, ribassista, медвежий, هابط',
};
/** "al" is also Spanish and "sat" a Saturday, so they count beside other Turkish words only. */
const turkishDirections: Record<OrderType, string> = { BUY: 'al', SELL: 'sat' };
export const turkishWords = toSet(
  'giriş, zarar, hedef, hedefler, kar, alış, satış, emri, piyasa, fiyatı, seviyesi, işlem',
);

/** Orders are bought or sold at a stop, a limit or the market: "buy stop 1.0850" has no stop loss. */
const orders = `
  limit, market, pending, instant, execution, now, order, orders, stop limit, market order, at market, at market price, cmp, at cmp
  ahora, orden, órdenes, mercado, a mercado, al mercado, límite, pendiente, agora, ordem, ordens, limite, a preço de mercado
  maintenant, ordre, ordres, marché, au marché, limite, jetzt, sofort, markt, marktorder, limitorder, zum markt
  adesso, ora, ordine, ordini, mercato, a mercato, сейчас, рынок, по рынку, с рынка, лимит, лимитный, ордер, ордера, отложенный
  şimdi, emri, emir, emirler, emirleri, piyasa, piyasadan, الان, امر, اوامر, سوق, معلق, من السوق, من السعر الحالي`;

const fillers = `
  at, is, the, a, an, set, price, level, levels, zone, area, range, point, near, around, above, below, over, under, from, between
  on, be, will, here, our, your, my, place, put, only, again, vip, signal, new, trade, setup, idea, scalp, scalping, swing
  intraday, position, type, side, direction, action, strategy, spot, futures, perp, perpetual, usdm, final, last, next, approx, ca, about, re
  en, el, la, los, precio, nivel, zona, por, encima, debajo, de, sobre, entre, señal, operación, aprox
  o, os, em, preço, nível, na, no, sinal, operação, do, da
  le, les, prix, niveau, à, vers, signal, du, au, un, une, sous, dessus, d, l
  bei, zwischen, kurs, preis, zone, unter, über, ab, auf, der, die, das, dem, zum, im, neu, neues
  il, lo, prezzo, livello, segnale, sotto, sopra, circa, di, del, tra, fra
  по, от, на, цена, уровень, уровня, между, зона, около, выше, ниже, сигнал, с, в
  fiyat, fiyatı, seviye, seviyesi, bölge, sinyal, işlem, için, den, dan, üstü, altı, civarı, arası
  عند, بين, من, سعر, على, في, منطقة, مستوى, فوق, تحت, اشارة, صفقة, توصية, حول, نقطة`;

const ranges = 'to, a, until, till, through, bis, hasta, até, jusqu, ate, до, الى, إلى';
const joiners =
  'and, or, then, puis, dann, luego, poi, depois, затем, sonra, ثم, und, oder, y, e, et, ou, ed, и, или, ve, veya, ya da, و, او';
const pairLabels = `
  pair, symbol, asset, coin, instrument, ticker, currency pair, par, activo, símbolo, ativo, moeda, paire, actif
  devise, paar, währungspaar, wert, coppia, strumento, пара, инструмент, актив, монета, parite, sembol, الزوج, زوج, الاصل, العملة`;
const timeFrameLabels = `
  timeframe, time frame, tf, chart, temporalidad, marco temporal, tempo gráfico, gráfico, unité de temps, ut, zeitrahmen, zeiteinheit
  zeitebene, таймфрейм, тф, график, zaman dilimi, periyot, grafik, الاطار الزمني, الاطار, فريم, الفريم`;

/** What happened to an earlier signal, or what not to do: numbers of such a sentence are no plan. */
const reports = `
  hit, hits, reached, touched, done, smashed, achieved, secured, booked, closed, filled, triggered, activated, running, update, updated
  move, moved, moving, trail, trailing, result, results, avoid, cancel, cancelled, canceled, missed
  alcanzado, alcanzó, cerrado, mover, movemos, resultado, tocado, atingido, atingiu, fechado, resultados
  atteint, touché, fermé, déplacer, résultat, erreicht, geschlossen, verschieben, ergebnis, raggiunto, chiuso, spostare, risultato
  достигнут, достигнута, взят, закрыт, закрыта, перенести, результат, vuruldu, ulaştı, kapandı, taşı, sonuç
  تحقق, تحققت, اغلق, نقل, نتيجة, تم`;

/** Words of other fields in another sense. */
const others = `
  long term, short term, long time, short time, as long, so long, how long, long as, long run, sell off, buy side, sell side
  long way, in short, long weekend, stop out, stopped out, full stop, short squeeze, long squeeze
  non stop, exit liquidity, largo plazo, corto plazo, longo prazo, curto prazo
  buyers, sellers, take care, take a, al alza, a la baja, break even`;

const ordinals = [
  'first, primer, primero, primera, primeiro, primeira, premier, première, erste, erstes, erster, primo, prima, первая, первый, первой, ilk, birinci, الاول, الاولى, اول',
  'second, segundo, segunda, deuxième, seconde, zweite, zweites, zweiter, secondo, seconda, вторая, второй, ikinci, الثاني, الثانية, ثاني',
  'third, tercer, tercero, tercera, terceiro, terceira, troisième, dritte, drittes, dritter, terzo, terza, третья, третий, üçüncü, الثالث, الثالثة, ثالث',
  'fourth, cuarto, cuarta, quarto, quatrième, vierte, viertes, четвертая, четвертый, dördüncü, الرابع, رابع',
];

const meanings = new Map<string, Meaning>();
const add = (list: string, meaning: Meaning) => {
  for (const words of split(list)) meanings.set(words, meaning);
};
// A later list wins: a word of two meanings keeps the more specific one.
add(fillers, { type: 'filler' });
add(joiners, { type: 'joiner', range: false });
add(ranges, { type: 'joiner', range: true });
add(orders, { type: 'order' });
add(reports, { type: 'report' });
add(pairLabels, { type: 'pair-label' });
add(timeFrameLabels, { type: 'time-frame-label' });
for (const direction of ['BUY', 'SELL'] as const) {
  add(weakDirections[direction], { type: 'direction', direction, weak: true });
  add(turkishDirections[direction], { type: 'direction', direction, turkish: true });
  add(directions[direction], { type: 'direction', direction });
}
for (const level of ['entry', 'stop', 'exit'] as const) add(labels[level], { type: 'label', level });
for (const [index, list] of ordinals.entries()) add(list, { type: 'ordinal', ordinal: index + 1 });
add(others, { type: 'none' });

const LONGEST_GROUP = 4;

/** The meaning of the longest known group of words at the start of `words`, with its length. */
export const findMeaning = (words: readonly string[]): { meaning: Meaning; length: number } | null => {
  for (let length = Math.min(LONGEST_GROUP, words.length); length > 0; length--) {
    const meaning = meanings.get(words.slice(0, length).join(' '));
    if (meaning) return { meaning, length };
  }
  return null;
};

/** "Don't buy" and "wait before you sell" are no directions. */
export const negations = toSet(
  'don, dont, not, never, no, avoid, wait, without, cannot, nicht, kein, keine, ne, pas, non, não, nao, nunca, не, нет, لا, بدون, değil',
);

/** Words behind a number that make it something else than a price. */
export const units = toSet(`
    %, ‰, °, pip, pips, pipettes, pipette, p, point, points, pt, pts, tick, ticks, percent, pct, bps, lot, lots, contracts, contract, shares, units
    x, r, rr, min, mins, minute, minutes, m, h, hr, hrs, hour, hours, day, days, week, weeks, sec, seconds, am, pm, gmt, utc, est, bst
    uhr, st, nd, rd, th, members, people, trades, signals, times, years, year, months, month, ema, sma, ma, rsi, dma, ideas, users, followers
    puntos, punto, pontos, ponto, punkte, punkten, pkt, punti, points, pipsi, horas, hora, heures, heure, stunden, stunde, std, tage, ore, ora, días, dias
    porciento, prozent, pourcent, lote, lotes, lotti, lotto, пунктов, пункта, пункт, пипсов, пипс, п, лот, лота, лотов, часов, часа, час, мин
    процентов, процента, puan, pip, saat, dakika, lot, yüzde, نقطة, نقاط, نقطه, بيب, لوت, ساعة, ساعات, دقيقة, k, mio, million, billion, bn, jahre, años, anni, ans, лет`);
/** Units that also stand before their number. */
export const quantities = toSet(
  'lot, lots, lote, lotes, lotti, lotto, rr, r, x, ema, sma, ma, rsi, dma, лот, лота, لوت',
);
export const currencySigns = toSet(
  '$, €, £, ₺, ₽, usd, usdt, usdc, busd, eur, euro, jpy, gbp, chf, dollar, dollars, dólares, доллар, долларов, دولار',
);

/** Month names, whose number is a day or a year. */
export const months = toSet(`
    jan, january, feb, february, mar, march, apr, april, may, jun, june, jul, july, aug, august, sep, sept, september, oct, october, nov, november
    dec, december, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, janeiro, fevereiro, março
    maio, junho, julho, setembro, outubro, novembro, dezembro, janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre
    novembre, décembre, januar, jänner, februar, märz, juni, juli, oktober, dezember, gennaio, febbraio, aprile, maggio, giugno, luglio
    settembre, ottobre, dicembre, января, февраля, марта, апреля, мая, июня, июля, августа, сентября, октября, ноября, декабря
    ocak, şubat, mart, nisan, mayıs, haziran, temmuz, ağustos, eylül, ekim, kasım, aralık, يناير, فبراير, مارس, ابريل, مايو, يونيو, يوليو`);

/** The words of each unit of a time frame. */
export const frameUnits = new Map(
  Object.entries({
    m: 'm, min, mins, minute, minutes, minuto, minutos, minuti, minuten, мин, м, минут, dk, dakika, دقيقة, دقائق',
    H: `
      h, hr, hrs, hour, hours, hora, horas, heure, heures, stunde, stunden, std, ora, ore, ч, час, часа, часов, saat, saatlik
      ساعة, ساعات`,
    D: 'd, day, days, daily, tag, tage, día, dia, jour, giorno, д, день, günlük, يوم',
    W: 'w, week, weekly, woche, semana, semaine, settimana, неделя, haftalık',
    MN: 'mn',
  }).flatMap(([unit, words]) => split(words).map((word) => [word, unit] as const)),
);
/** Units that make a time frame without a label, directly behind the number: "4H", "15min". */
export const shortUnits = toSet('m, min, h, hr, d, w, mn, ч, мин, м');
/** Words that make "4h" a duration: "in 4h", "4h ago". */
export const durationStarts = toSet(`
  in, for, next, last, past, within, every, since, after, during, valid, por, durante, hace, en, für, seit, vor, nach, pour, dans, depuis
  через, за, на, için`);
export const durationEnds = toSet('ago, left, later, vorher, now, remaining, назад, atras, sonra, önce');
/** Other numbers with a unit are durations. */
const timeFrames = new Set('1m 2m 3m 5m 10m 15m 20m 30m 45m 1H 2H 3H 4H 6H 8H 12H 1D 3D 1W 1M'.split(' '));

export const toTimeFrame = (text: string): string | null => {
  const name = formatTimeFrame(text);
  // "24h" is a duration, although a day is a time frame.
  const isAsWritten = !/\d/.test(text) || text.includes(name.slice(0, -1));
  return timeFrames.has(name) && isAsWritten ? name : null;
};

/**
 * How sure it is that the text means this instrument: `pair` names both sides, `name` is a ticker, `word` is a ticker
 * that is also an ordinary word ("NEAR").
 */
export type Instrument = {
  pair: string;
  certainty: 'pair' | 'name' | 'word';
  /** Every pair that it may be: STRBUSD is STR/BUSD or STRB/USD. */
  readings?: readonly string[];
};

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Tickers that are words too: alone they count in capitals only. */
const wordTickers = list(`
  ADA SOL DOT LINK UNI ATOM ALGO MANA SAND CRO NEAR TON APT ARB FET WIF SEI FIL ETC VET GALA STX JUP RUNE ENA POL
  DASH OP APE NOT TRUMP MEME TURBO RENDER PEPE OIL DOW DAI ICP SUI INJ IMX KAS BAT GMT HOT ONE COMP FLOW ROSE HYPE
  SATS CRUDE GASOLINE ZINC NICKEL PLATINUM PALLADIUM WALLSTREET RUT NIFTY`);
const quotes = new Set([...stablecoins, ...list('USD EUR GBP JPY AUD BTC ETH BNB PERP')]);

const aliases: Record<string, string> = {
  GOLD: 'XAU/USD',
  XAU: 'XAU/USD',
  ORO: 'XAU/USD',
  OURO: 'XAU/USD',
  ALTIN: 'XAU/USD',
  ЗОЛОТО: 'XAU/USD',
  ЗОЛОТА: 'XAU/USD',
  ЗОЛОТУ: 'XAU/USD',
  ذهب: 'XAU/USD',
  الذهب: 'XAU/USD',
  SILVER: 'XAG/USD',
  XAG: 'XAG/USD',
  WTI: 'WTI/USD',
  XBT: 'BTC/USD',
  BITCOIN: 'BTC/USD',
  БИТКОИН: 'BTC/USD',
  بيتكوين: 'BTC/USD',
  ETHEREUM: 'ETH/USD',
  NASDAQ100: 'NAS100',
  DAX40: 'DAX',
  DOWJONES: 'DOW',
};

const joinPair = (coin: string, quote: string): string => {
  const base = coin === 'XBT' ? 'BTC' : coin;
  const pair = quote === 'PERP' ? `${base}/USDT` : `${base}/${quote}`;
  return findKnownPair(pair) ?? pair;
};

const isKnown = (base: string) => commodities.has(base) || coins.has(base) || base === 'XBT';

/** The pair of two sides: "EUR" and "USD". An unknown coin needs capitals and a quote in dollars. */
export const findPairOfSides = (first: string, second: string): Instrument | null => {
  const [base, quote] = [first.toUpperCase(), second.toUpperCase()];
  if (base === quote || !/^[A-Z0-9]{1,12}$/.test(base)) return null;
  const pair: Instrument = { pair: joinPair(base, quote), certainty: 'pair' };
  if (currencies.has(base) || stablecoins.has(base))
    return currencies.has(quote) || (stablecoins.has(base) && stablecoins.has(quote)) ? pair : null;
  if (!quotes.has(quote)) return null;
  if (isKnown(base)) return pair;
  if (alone.has(base) && quote === 'USD') return { pair: base, certainty: 'pair' };
  const isDollar = stablecoins.has(quote) && quote !== 'DAI';
  if (/[A-Z]{2}/.test(base)) return isDollar || (quote === 'USD' && first === base) ? pair : null;
  // "S/USDT", "0G/USDT"
  return isDollar && /[A-Z]/.test(base) && first === base ? pair : null;
};

const QUOTE_LENGTHS = [5, 4, 3];

/** "EURUSD" and "PEPEUSDT": one word for both sides. Known names come first, then bases of three letters and more. */
const splitPair = (name: string): Instrument | null => {
  const found = QUOTE_LENGTHS.flatMap((length) => {
    const base = name.slice(0, -length);
    const instrument = base ? findPairOfSides(base, name.slice(-length)) : null;
    return instrument ? [{ base, instrument }] : [];
  });
  const known = found.filter(({ base }) => isKnown(base));
  const sane = found.filter(({ base }) => base.length > 2);
  const best = [known, sane, found].find((some) => some.length > 0) ?? [];
  const first = best[0]?.instrument ?? null;
  return first && best.length > 1
    ? { ...first, readings: best.map(({ instrument }) => instrument.pair) }
    : first;
};

/** The instrument that one word names. Brokers add lower-case letters to names: "XAUUSDm". */
export const findInstrument = (word: string): Instrument | null => {
  const text = word.replace(/^([A-Z0-9]{4,12})[a-z]{1,3}$/, '$1').replace(/(USD[TC]?)PERP$/, '$1');
  const name = text.toUpperCase();
  const alias = aliases[name];
  if (alias) return { pair: alias, certainty: 'name' };
  const pair = alone.has(name) ? name : coins.has(name) ? joinPair(name, 'USD') : null;
  if (!pair) return splitPair(name);
  if (!wordTickers.has(name)) return { pair, certainty: 'name' };
  return text === name ? { pair, certainty: 'word' } : null;
};

/** What a pair is about: "BTC/USDT (Bitcoin)" names one instrument twice, EUR/USD and EUR/JPY are two. */
export const nameInstrument = (pair: string): string => {
  const base = pair.split('/')[0]!;
  return currencies.has(base) ? pair : base;
};

export const isSameInstrument = (a: string, b: string): boolean => nameInstrument(a) === nameInstrument(b);
