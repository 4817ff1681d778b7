/** A part of a text: plain, or a link. */
type TextPart = { text: string; href?: string };

/** A URL also ends before punctuation of other scripts, which browsers escape in one, and before marks of direction. */
const CANDIDATE =
  /https?:\/\/(?:[!#-&(-;=?-_a-~]|[^\s\p{ASCII}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Terminal_Punctuation}\p{Bidi_Control}])+/giu;
/** Punctuation that ends the sentence, not the URL. */
const TRAILING = '.,;:!?*_~…';
const BRACKETS = { ')': '(', ']': '[', '}': '{' } as const;
const LONGEST_LINK = 2_048;

const count = (text: string, character: string) => text.split(character).length - 1;

/**
 * A closing bracket is part of the URL only if it was opened in it: "(see https://a.b/c)", but "…/Gold_(metal)". One pass
 * from the end, because a message may be all punctuation.
 */
const trimPunctuation = (candidate: string): string => {
  const unopened = new Map(
    Object.entries(BRACKETS).map(([close, open]) => [
      close,
      count(candidate, close) - count(candidate, open),
    ]),
  );
  let end = candidate.length;
  for (; end > 0; end--) {
    const last = candidate.charAt(end - 1);
    const surplus = unopened.get(last) ?? 0;
    if (surplus > 0) unopened.set(last, surplus - 1);
    else if (!TRAILING.includes(last)) break;
  }
  return candidate.slice(0, end);
};

/** Only https URLs without credentials become links; addresses of ideas on `ownOrigin` become paths. */
const parseHref = (text: string, ownOrigin: string): string | null => {
  if (text.length > LONGEST_LINK || !URL.canParse(text)) return null;
  const { origin, protocol, username, password, pathname, href } = new URL(text);
  if (username || password) return null;
  if (origin === ownOrigin && pathname.startsWith('/ideas/')) return pathname;
  return protocol === 'https:' ? href : null;
};

/** Splits a text into plain parts and links. The parts together are exactly the text. */
export const linkify = (message: string, ownOrigin: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: candidate, index } of message.matchAll(CANDIDATE)) {
    const text = trimPunctuation(candidate);
    const href = parseHref(text, ownOrigin);
    if (href === null) continue;
    if (index > end) parts.push({ text: message.slice(end, index) });
    parts.push({ text, href });
    end = index + text.length;
  }
  if (end < message.length) parts.push({ text: message.slice(end) });
  return parts;
};
