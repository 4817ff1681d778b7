import { fold, type Token } from './signal-tokens.ts';
import { findMeaning } from './signal-words.ts';

type Unit = 'M' | 'H' | 'D' | 'W' | 'MN';
const standard: Record<Unit, readonly number[]> = {
  M: [2, 3, 5, 10, 15, 20, 30, 45],
  H: [1, 2, 3, 4, 6, 8, 12],
  D: [1, 3],
  W: [1],
  MN: [1],
};
const unitWords: Record<string, Unit> = {};
const add = (unit: Unit, words: string) => {
  for (const word of words.split(' ')) unitWords[fold(word)] = unit;
};
add('M', 'm min mins minute minutes minuto minutos minuti minuten мин м минут dk dakika دقيقة دقائق');
add(
  'H',
  'h hr hrs hour hours hora horas heure heures stunde stunden std ora ore ч час часа часов saat saatlik ساعة ساعات',
);
add('D', 'd day days daily tag tage día dia jour giorno д день günlük يوم');
add('W', 'w week weekly woche semana semaine settimana неделя haftalık');
add('MN', 'mn');
/** Units that make a time frame without a label, directly behind the number: "4H", "15min". */
const short = new Set(['m', 'min', 'h', 'hr', 'd', 'w', 'mn', 'ч', 'мин', 'м']);
const alone: Record<string, string> = { daily: '1D', weekly: '1W', monthly: '1M', hourly: '1H', mn: '1M' };

/** Words that make "4h" a duration: "in 4h", "4h ago". */
const before = new Set(
  'in for next last past within every since after during valid por durante hace en für seit vor nach pour dans depuis через за на için'
    .split(' ')
    .map(fold),
);
const after = new Set('ago left later vorher now remaining назад atras sonra önce'.split(' ').map(fold));

const toFrame = (count: number, unit: Unit): string | null => {
  if (!standard[unit].includes(count)) return null;
  return unit === 'MN' ? '1M' : `${count}${unit}`;
};

const isLabel = (token: Token | undefined): boolean =>
  token?.kind === 'word' && findMeaning([token.folded])?.meaning.is === 'time-frame-label';
const isWordOf = (token: Token | undefined, words: ReadonlySet<string>): boolean =>
  token?.kind === 'word' && words.has(token.folded);

const hasLabel = (tokens: readonly Token[], first: number, last: number): boolean =>
  isLabel(tokens[last + 1]) ||
  isLabel(tokens[first - 1]) ||
  (tokens[first - 1]?.kind === 'mark' && isLabel(tokens[first - 2]));

/** Reads "4H", "H4", "15min", and with a label also "4 hour chart" and "Timeframe: daily". */
export const readTimeFrame = (
  tokens: readonly Token[],
  index: number,
): { frame: string; last: number } | null => {
  const token = tokens[index];
  const next = tokens[index + 1];
  const accept = (frame: string | null, last: number, needsLabel: boolean) => {
    if (!frame || (needsLabel && !hasLabel(tokens, index, last))) return null;
    if (isWordOf(tokens[index - 1], before) || isWordOf(tokens[last + 1], after)) return null;
    return { frame, last };
  };
  if (token?.kind === 'number') {
    if (token.prefix || token.unusable || !/^\d{1,2}$/.test(token.text)) return null;
    const suffix = fold(token.suffix);
    const count = Number(token.text);
    // "1M" is a month in the form and a minute elsewhere; "1m" is a minute.
    if (token.text === '1' && token.suffix === 'M') return accept('1M', index, false);
    if (suffix)
      return unitWords[suffix] ? accept(toFrame(count, unitWords[suffix]), index, !short.has(suffix)) : null;
    const dashed = next?.kind === 'mark' && next.text === '-' ? 2 : 1;
    const word = tokens[index + dashed];
    const unit = word?.kind === 'word' ? unitWords[word.folded] : undefined;
    return unit ? accept(toFrame(count, unit), index + dashed, true) : null;
  }
  if (token?.kind !== 'word') return null;
  if (/^(?:m|h|d|w|mn|н)$/.test(token.folded) && next?.kind === 'number' && next.glued && !next.suffix) {
    const unit = token.folded === 'н' ? 'H' : unitWords[token.folded];
    return unit ? accept(toFrame(Number(next.text), unit), index + 1, false) : null;
  }
  const frame = alone[token.folded];
  return frame ? accept(frame, index, true) : null;
};
