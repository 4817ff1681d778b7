/** A piece of a message: plain text, or text that leads somewhere. */
export type TextPart = { text: string; href?: string };

const CANDIDATE = /https:\/\/[^\s<>"'`]+/giu;
/** What ends a sentence around an address rather than the address. */
const TRAILING = /[.,;:!?*_~]+$/u;
const LONGEST_LINK = 2_048;

const count = (text: string, character: string) => text.split(character).length - 1;

/** A closing bracket belongs to the address only if it was opened there: "(see https://a.b/c)" against "…/Gold_(metal)". */
const withoutTail = (candidate: string): string => {
  const text = candidate.replace(TRAILING, '');
  const closes = (['()', '[]', '{}'] as const).some(
    ([open = '', close = '']) => text.endsWith(close) && count(text, close) > count(text, open),
  );
  return closes ? withoutTail(text.slice(0, -1)) : text;
};

/** https alone, and nobody's password in it: what else looks like an address stays text. */
const hrefOf = (text: string): string | null => {
  if (text.length > LONGEST_LINK || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return protocol === 'https:' && !username && !password ? href : null;
};

/** A message as text and links; nothing else in it is markup. The parts together are the message, letter for letter. */
export const linkify = (message: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: candidate, index } of message.matchAll(CANDIDATE)) {
    const text = withoutTail(candidate);
    const href = hrefOf(text);
    if (href === null) continue;
    if (index > end) parts.push({ text: message.slice(end, index) });
    parts.push({ text, href });
    end = index + text.length;
  }
  if (end < message.length) parts.push({ text: message.slice(end) });
  return parts;
};
