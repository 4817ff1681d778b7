/** A part of the pasted text. `start` and `end` are offsets in the text as it was pasted. */
export type Place = { start: number; end: number };
/** `glued` is true for text that follows the previous token without a gap: the 30 of "US30". */
export type WordToken = Place & { type: 'word'; text: string; folded: string; glued: boolean };
export type NumberToken = Place & {
  type: 'number';
  text: string;
  /** Letters or a sign directly behind the digits: "k", "pips", "%". */
  suffix: string;
  /** A sign directly before it: "+", "#". */
  prefix: string;
  glued: boolean;
  /** It is a date, a time, or begins with a decimal mark. */
  unusable: boolean;
};
type MarkToken = Place & { type: 'mark'; text: string };
/** The end of a line or sentence. */
type BreakToken = Place & { type: 'break'; text: string; newLine: boolean };
/** "1)" or a keycap at the start of a line, with its number. */
type BulletToken = Place & { type: 'bullet'; ordinal: number };
export type Token = WordToken | NumberToken | MarkToken | BreakToken | BulletToken;

/** Lower case without accents, so that "Entrée" and "ENTREE" are one word. */
export const fold = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').replaceAll('ى', 'ي');

/** Of a number as it is written. */
export const countDecimals = (text: string): number => /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0;

const replacements: Record<string, string> = {
  '٫': '.',
  '٬': ',',
  '،': ',',
  '؛': ';',
  '؟': '?',
  '−': '-',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '\u202f': '\u00a0',
  '\u2009': '\u00a0',
  '\r': '\n',
  '\u2028': '\n',
};
/** Invisible marks, Arabic vowel signs and the lengthening stroke. */
const dropped = /^(?:[\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u064b-\u065f]|\ufe0f)$/;
const easternDigits = ['٠', '۰'].map((zero) => zero.charCodeAt(0));

const normalizeCharacter = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  for (const zero of easternDigits) if (code >= zero && code < zero + 10) return String(code - zero);
  // Letters in the styles that chats use for bold text, and full-width forms.
  if ((code >= 0x1d400 && code <= 0x1d7ff) || (code >= 0xff01 && code <= 0xff5e))
    return character.normalize('NFKC');
  return dropped.test(character) ? '' : (replacements[character] ?? character);
};

/** The text in one notation, with the offset of each of its characters in the pasted text. */
const normalize = (pasted: string) => {
  const offsets: number[] = [];
  let text = '';
  let offset = 0;
  for (const character of pasted) {
    const same = normalizeCharacter(character);
    text += same;
    for (let unit = 0; unit < same.length; unit++) offsets.push(offset);
    offset += character.length;
  }
  return { text, offsets };
};

// Each of these is sticky and has bounded repetition or none that can backtrack, so reading is linear.
const GAP = /[^\S\n]+/y;
const LINK = /(?:https?:\/\/|www\.|t\.me\/)\S+/iy;
const MENTION = /@\p{L}[\p{L}\p{N}_]*/uy;
const DATE =
  /(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]20\d\d|0\d[-/.]\d\d[-/.]\d\d|\d\d[-/.]0\d[-/.]\d\d|0\d[-/]\d\d|\d\d[-/]0\d)(?!\d|[.,]\d)/y;
const TIME = /\d{1,2}(?::[0-5]\d(?::[0-5]\d)?|h[0-5]\d)(?!\d|[.,]\d)/iy;
const NUMBER = /\d+(?:[.,']\d+|\u00a0\d{3}(?!\d)){0,8}/y;
const WORD = /[\p{L}\p{M}]+/uy;
const ABBREVIATION = /(?:[st][/.][lp]|r[/:]r)(?!\p{L})\.?/iuy;
const SUFFIX = /[\p{L}\p{M}]+|[%‰°]/uy;
const KEYCAP = /([0-9])\u20e3|([①-⑨])/uy;
/** "1.09,1.10" and "2350,2345" are lists: nobody writes as many decimals behind as many digits. */
const LIST_WITHOUT_SPACES =
  /^(?:(\d+\.\d+)(?:,\d+\.\d+)+(?:,\d+)?|(\d{4})(?:,\d{4})+|(\d{5,6})(?:,\d{5,6})+)$/;
/** "1)", "1." and "(1)" at the start of a line. */
const BULLET = /\(?(\d{1,2})(?:\)|\.(?=[^\S\n]|\p{L}))/uy;

/** Splits a text into tokens, in one pass. */
export const tokenize = (pasted: string): Token[] => {
  const { text, offsets } = normalize(pasted);
  const tokens: Token[] = [];
  let at = 0;
  let lineStart = true;

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const place = (length: number): Place => {
    const start = offsets[at] ?? 0;
    at += length;
    return { start, end: offsets[at] ?? pasted.length };
  };
  const isGlued = () => /[\p{L}\p{M}\d]/u.test(text.charAt(at - 1));

  const readNumber = () => {
    const glued = isGlued();
    const before = text.charAt(at - 1);
    const special = glued ? null : (match(DATE) ?? match(TIME));
    const whole = (special ?? match(NUMBER))?.[0] ?? '';
    const digits = LIST_WITHOUT_SPACES.exec(whole)?.slice(1).find(Boolean) ?? whole;
    const from = offsets[at] ?? 0;
    // ".0842" has no digit before the point.
    const pointed = /[.,]/.test(before) && /^$|[\s(=~-]/.test(text.charAt(at - 2));
    place(digits.length);
    const suffix = match(SUFFIX)?.[0] ?? '';
    const { end } = place(suffix.length);
    const prefix = /[+#№±×]/.test(before) ? before : '';
    const unusable = special !== null || pointed;
    tokens.push({ type: 'number', text: digits, suffix, prefix, glued, unusable, start: from, end });
  };

  while (at < text.length) {
    const gap = match(GAP);
    if (gap) {
      place(gap[0].length);
      continue;
    }
    const character = text.charAt(at);
    const keycap = match(KEYCAP);
    const bullet = keycap ?? (lineStart ? match(BULLET) : null);
    if (character === '\n') {
      tokens.push({ type: 'break', text: character, newLine: true, ...place(1) });
      lineStart = true;
      continue;
    }
    const link = match(LINK) ?? match(MENTION);
    if (bullet) {
      const ordinal = bullet[2] ? bullet[2].charCodeAt(0) - '①'.charCodeAt(0) + 1 : Number(bullet[1]);
      tokens.push({ type: 'bullet', ordinal, ...place(bullet[0].length) });
    } else if (link) {
      tokens.push({ type: 'word', text: link[0], folded: '', glued: false, ...place(link[0].length) });
    } else if (/\d/.test(character)) {
      readNumber();
    } else {
      const word = match(ABBREVIATION) ?? match(WORD);
      if (word) {
        const folded = fold(word[0]).replace(/[/.:]/g, '');
        tokens.push({ type: 'word', text: word[0], folded, glued: isGlued(), ...place(word[0].length) });
      } else {
        const isEnd = /[.!?]/.test(character) && /\s|^$/.test(text.charAt(at + 1));
        if (isEnd) tokens.push({ type: 'break', text: character, newLine: false, ...place(1) });
        else
          tokens.push({ type: 'mark', text: String.fromCodePoint(text.codePointAt(at) ?? 0), ...place(1) });
      }
    }
    // Signs and emoji before a list number do not end the start of a line.
    lineStart = lineStart && tokens.at(-1)?.type === 'mark';
  }
  tokens.push({ type: 'break', text: '', newLine: true, start: pasted.length, end: pasted.length });
  return tokens;
};
