import { formatTimeFrame } from '../../../contract/ideas/time-frames.ts';
import { fold, type Token } from './signal-tokens.ts';
import { findMeaning } from './signal-words.ts';

/** Other numbers with a unit are durations. */
const standard = new Set('1m 2m 3m 5m 10m 15m 20m 30m 45m 1H 2H 3H 4H 6H 8H 12H 1D 3D 1W 1M'.split(' '));
const unitWords: Record<string, string> = {};
const add = (unit: string, words: string) => {
  for (const word of words.split(' ')) unitWords[fold(word)] = unit;
};
add('m', 'm min mins minute minutes minuto minutos minuti minuten мин м минут dk dakika دقيقة دقائق');
add(
  'H',
  'h hr hrs hour hours hora horas heure heures stunde stunden std ora ore ч час часа часов saat saatlik ساعة ساعات',
);
add('D', 'd day days daily tag tage día dia jour giorno д день günlük يوم');
add('W', 'w week weekly woche semana semaine settimana неделя haftalık');
add('MN', 'mn');
/** Units that make a time frame without a label, directly behind the number: "4H", "15min". */
const short = new Set(['m', 'min', 'h', 'hr', 'd', 'w', 'mn', 'ч', 'мин', 'м']);

/** Words that make "4h" a duration: "in 4h", "4h ago". */
const before = new Set(
  'in for next last past within every since after during valid por durante hace en für seit vor nach pour dans depuis через за на için'
    .split(' ')
    .map(fold),
);
const after = new Set('ago left later vorher now remaining назад atras sonra önce'.split(' ').map(fold));

const toFrame = (text: string): string | null => {
  const name = formatTimeFrame(text);
  // "24h" is a duration, although a day is a time frame.
  const isAsWritten = !/\d/.test(text) || text.includes(name.slice(0, -1));
  return standard.has(name) && isAsWritten ? name : null;
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
    if (token.suffix === 'M') return accept(toFrame(`${token.text}M`), index, false);
    if (suffix) return accept(toFrame(token.text + unitWords[suffix]), index, !short.has(suffix));
    const dashed = next?.kind === 'mark' && next.text === '-' ? 2 : 1;
    const word = tokens[index + dashed];
    const unit = word?.kind === 'word' ? unitWords[word.folded] : undefined;
    return unit ? accept(toFrame(token.text + unit), index + dashed, true) : null;
  }
  if (token?.kind !== 'word') return null;
  if (/^(?:m|h|d|w|mn|н)$/.test(token.folded) && next?.kind === 'number' && next.glued && !next.suffix) {
    const unit = token.folded === 'н' ? 'H' : token.folded;
    return accept(toFrame(unit + next.text), index + 1, false);
  }
  return /^(?:daily|weekly|monthly|hourly|mn)$/.test(token.folded)
    ? accept(toFrame(token.folded), index, true)
    : null;
};
