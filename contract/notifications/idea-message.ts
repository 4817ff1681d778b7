import { DEFAULT_EDUCATOR_NAME } from '../educators/educators.ts';
import { formatOrientation, type TradeIdea } from '../ideas/ideas.ts';
import { formatTimeFrame } from '../ideas/time-frames.ts';
import { isolateDirection } from '../shared/text.ts';
import type { PushMessage } from './push.ts';

/** Limits in bytes of UTF-8: a push message has less than 4 kB (RFC 8291), and an idea with these below 3 kB. */
export const NAME_BYTES = 120;
export const NOTES_BYTES = 300;

const utf8Length = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/** One line of at most `bytes` bytes of UTF-8, cut between characters. */
export const truncateLine = (text: string, bytes: number): string => {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (utf8Length(line) <= bytes) return line;
  let [truncated, size] = ['', utf8Length('…')];
  for (const character of line) {
    size += utf8Length(character);
    if (size > bytes) break;
    truncated += character;
  }
  return `${truncated.trimEnd()}…`;
};

export const formatTitle = (idea: TradeIdea): string =>
  `${isolateDirection(truncateLine(idea.pair, NAME_BYTES))} ${formatOrientation(idea.order_type)}`;
export const formatCategory = (idea: TradeIdea): string => `${idea.market_type} ${idea.idea_type}`;
export const formatAuthor = (idea: TradeIdea): string =>
  isolateDirection(truncateLine(idea.educator_name, NAME_BYTES)) || DEFAULT_EDUCATOR_NAME;

export const commonFields = (idea: TradeIdea, kind: 'idea' | 'status' | 'step' | 'touch', at: string) => ({
  kind,
  tag: `idea-${idea.id}`,
  path: `/ideas/${idea.id}`,
  at,
  ideaId: idea.id,
  market: idea.market_type,
});

/** Push message for a new idea, with prices as typed. The server sends it, and the form previews it. */
export const ideaMessage = (idea: TradeIdea): PushMessage => ({
  ...commonFields(idea, 'idea', idea.created_at),
  title: `${formatTitle(idea)} · ${formatCategory(idea)}`,
  body: [
    `Entry ${idea.entry_1} · Invalidation ${idea.invalidation_level} · Exit ${idea.exit_1}`,
    `${formatAuthor(idea)} · ${truncateLine(formatTimeFrame(idea.time_frame), NAME_BYTES)}`,
    truncateLine(idea.notes ?? '', NOTES_BYTES),
  ]
    .filter(Boolean)
    .join('\n'),
  image: idea.image_urls[0] ?? null,
});
