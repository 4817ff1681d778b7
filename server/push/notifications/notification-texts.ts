import { DEFAULT_EDUCATOR_NAME } from '../../../contract/educators.ts';
import {
  formatOrientation,
  type IdeaStatus,
  invalidationMessage,
  isCompleted,
  normalizeStatus,
  type ResultLevel,
  type TradeIdea,
} from '../../../contract/ideas.ts';
import { historyMarket } from '../../../contract/markets.ts';
import type { PushMessage } from '../../../contract/push.ts';

/** A push holds less than 4 kB (RFC 8291); with this and its notes' share, an idea stays below 3. */
export const MAX_PAYLOAD_BYTES = 3_000;
const NAME_BYTES = 120;
const NOTES_BYTES = 300;
/** What a message falls back to where a push service finds it too large (413). */
const SMALL_BODY_BYTES = 200;

/** One line of at most so many bytes of UTF-8, cut between characters. */
const oneLine = (text: string, bytes: number): string => {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (Buffer.byteLength(line) <= bytes) return line;
  let [kept, size] = ['', Buffer.byteLength('…')];
  for (const character of line) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
};

const low = (name: string) => name.toLowerCase();

/** Where a click leads: the idea in its market, or among the history it went to. */
const pathOf = (idea: TradeIdea): string => {
  const list = isCompleted(idea.status)
    ? `/customer/${low(historyMarket(idea))}/${low(idea.idea_type)}`
    : `/customer/${low(idea.market_type)}`;
  return `${list}?idea=${idea.id}`;
};

const headOf = (idea: TradeIdea): string =>
  `${oneLine(idea.pair, NAME_BYTES)} ${formatOrientation(idea.order_type)}`;
const categoryOf = (idea: TradeIdea): string => `${idea.market_type} ${idea.idea_type}`;
const authorOf = (idea: TradeIdea): string =>
  oneLine(idea.educator_name, NAME_BYTES) || DEFAULT_EDUCATOR_NAME;

const about = (idea: TradeIdea, kind: 'idea' | 'status', at: string) => ({
  kind,
  tag: `idea-${idea.id}`,
  path: pathOf(idea),
  at,
  ideaId: idea.id,
  market: idea.market_type,
});

/** A new idea: what a reader decides by, with prices as typed. */
export const ideaMessage = (idea: TradeIdea): PushMessage => ({
  ...about(idea, 'idea', idea.created_at),
  title: `${headOf(idea)} · ${categoryOf(idea)}`,
  body: [
    `Entry ${idea.entry_1} · Stop ${idea.invalidation_level} · Exit ${idea.exit_1}`,
    `${authorOf(idea)} · ${oneLine(idea.time_frame, NAME_BYTES)}`,
    oneLine(idea.notes ?? '', NOTES_BYTES),
  ]
    .filter(Boolean)
    .join('\n'),
  image: idea.image_urls[0] ?? null,
});

/** What people who ask for status changes tell apart: `pending` and `active` are both open (SPEC §4). */
type Standing = 'open' | 'invalid' | 'successful' | 'unsuccessful' | 'completed';

const standingOf = (status: IdeaStatus): Standing => {
  const stored = normalizeStatus(status);
  return stored === 'successful' ||
    stored === 'unsuccessful' ||
    stored === 'completed' ||
    stored === 'invalid'
    ? stored
    : 'open';
};

/** Whether somebody who asked for status changes would want to hear of this one. */
export const isStatusNews = (before: IdeaStatus, after: IdeaStatus): boolean =>
  standingOf(before) !== standingOf(after);

/** Whether it may still be announced as new: it is open. */
export const isOpen = (status: IdeaStatus): boolean => standingOf(status) === 'open';

const headlines: Record<Standing, string> = {
  open: 'Open again',
  invalid: 'Invalidated',
  successful: 'Successful',
  unsuccessful: 'Unsuccessful',
  completed: 'Completed',
};

const levelNames: Record<ResultLevel, string> = {
  invalidation_level: 'Stop',
  entry_1: 'Entry',
  exit_1: 'Exit 1',
  exit_2: 'Exit 2',
  exit_3: 'Exit 3',
};

const whatHappened = (idea: TradeIdea, standing: Standing): string => {
  if (standing === 'open') return 'The educator has opened this idea again.';
  if (standing === 'invalid') return invalidationMessage(idea);
  const level = idea.result_level;
  const price = level && idea[level];
  return level && price
    ? `Closed: ${levelNames[level]} ${price} was reached.`
    : 'The educator has closed this idea.';
};

/** What became of an idea. It replaces the notice of the idea itself on the device: the newest state is what counts. */
export const statusMessage = (idea: TradeIdea): PushMessage => {
  const standing = standingOf(idea.status);
  return {
    ...about(idea, 'status', idea.updated_at),
    title: `${headOf(idea)} · ${headlines[standing]}`,
    body: [
      whatHappened(idea, standing),
      `${authorOf(idea)} · ${categoryOf(idea)}`,
      oneLine(idea.lesson ?? '', NOTES_BYTES),
    ]
      .filter(Boolean)
      .join('\n'),
    image: null,
  };
};

const ofTest = (at: Date) => ({
  kind: 'test' as const,
  tag: 'test',
  path: '/test-notifications',
  image: null,
  at: at.toISOString(),
  ideaId: null,
});

export const testMessage = (brand: string, at: Date): PushMessage => ({
  ...ofTest(at),
  title: `${brand} test notification`,
  body: 'Notifications reach this device.',
  market: null,
});

/** SPEC §7: a sample with educator, market, pair, direction and order type; it says that it is one. */
export const testTradeMessage = (educator: string, at: Date): PushMessage => ({
  ...ofTest(at),
  title: 'EUR/USD Bullish · Forex Leverage (sample)',
  body: `BUY · Entry 1.0842 · Stop 1.0755 · Exit 1.0921\n${oneLine(educator, NAME_BYTES)} · a sample, not a trade idea`,
  market: 'Forex',
});

/** The same news in less: no picture, and the first line alone. */
export const smaller = (message: PushMessage): PushMessage => ({
  ...message,
  body: oneLine(message.body.split('\n')[0] ?? '', SMALL_BODY_BYTES),
  image: null,
});
