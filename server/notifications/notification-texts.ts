import {
  type IdeaStatus,
  type IdeaStep,
  invalidationMessage,
  normalizeStatus,
  type ResultLevel,
  type TradeIdea,
} from '../../contract/ideas/ideas.ts';
import { describeStep } from '../../contract/ideas/step-text.ts';
import {
  commonFields,
  formatAuthor,
  formatCategory,
  formatTitle,
  NAME_BYTES,
  NOTES_BYTES,
  truncateLine,
} from '../../contract/notifications/idea-message.ts';
import type { PushMessage } from '../../contract/notifications/push.ts';
import { isolateDirection } from '../../contract/shared/text.ts';
import type { LevelTouch } from '../ideas/idea-notifier.ts';

/** Body limit of the shortened message after a 413. */
const SMALL_BODY_BYTES = 200;

const ended = ['successful', 'unsuccessful', 'completed', 'invalid'] as const;
/** Status groups for status notifications: `pending` and `active` are both open (SPEC §4). */
type StatusGroup = 'open' | (typeof ended)[number];

const toStatusGroup = (status: IdeaStatus): StatusGroup =>
  ended.find((group) => group === normalizeStatus(status)) ?? 'open';

/** Whether subscribers of status changes are notified. */
export const isNotableStatusChange = (before: IdeaStatus, after: IdeaStatus): boolean =>
  toStatusGroup(before) !== toStatusGroup(after);

const headlines: Record<StatusGroup, string> = {
  open: 'Reopened',
  invalid: 'Invalid',
  successful: 'Successful',
  unsuccessful: 'Unsuccessful',
  completed: 'Completed',
};

const levelNames: Record<ResultLevel, string> = {
  invalidation_level: 'invalidation',
  entry_1: 'entry',
  exit_1: 'exit 1',
  exit_2: 'exit 2',
  exit_3: 'exit 3',
};

const describeStatus = (idea: TradeIdea, group: StatusGroup): string => {
  if (group === 'open') return 'The educator reopened this idea.';
  if (group === 'invalid') return invalidationMessage(idea);
  const level = idea.result_level;
  const price = level && idea[level];
  return level && price ? `Closed at ${levelNames[level]} (${price}).` : 'The educator closed this idea.';
};

/** Message for a status change. It replaces the notification of the idea, since the newest state counts. */
export const statusMessage = (idea: TradeIdea): PushMessage => {
  const group = toStatusGroup(idea.status);
  return {
    ...commonFields(idea, 'status', idea.updated_at),
    title: `${formatTitle(idea)} · ${headlines[group]}`,
    body: [
      describeStatus(idea, group),
      `${formatAuthor(idea)} · ${formatCategory(idea)}`,
      truncateLine(idea.lesson ?? '', NOTES_BYTES),
    ]
      .filter(Boolean)
      .join('\n'),
    image: null,
  };
};

/** Says how an open idea goes. It replaces the notification of the idea. */
export const stepMessage = (idea: TradeIdea, step: IdeaStep): PushMessage => ({
  ...commonFields(idea, 'step', step.at),
  title: `${formatTitle(idea)} · Update`,
  body: `${truncateLine(describeStep(step), NOTES_BYTES)}\n${formatAuthor(idea)} · ${formatCategory(idea)}`,
  image: null,
});

/** Says what happened, never what to do. It replaces the notification of the idea. */
export const touchMessage = (idea: TradeIdea, { level, at, source }: LevelTouch): PushMessage => {
  const name = levelNames[level];
  return {
    ...commonFields(idea, 'touch', at.toISOString()),
    title: `${formatTitle(idea)} · ${name.charAt(0).toUpperCase()}${name.slice(1)} reached`,
    body: `${source}: the price reached ${name} (${idea[level]}).\n${formatAuthor(idea)} · ${formatCategory(idea)}`,
    image: null,
  };
};

const testFields = (at: Date) => ({
  kind: 'test' as const,
  tag: 'test',
  path: '/test-notifications',
  image: null,
  at: at.toISOString(),
  ideaId: null,
});

export const testMessage = (brand: string, at: Date): PushMessage => ({
  ...testFields(at),
  title: `${brand} test notification`,
  body: 'Notifications are working on this device.',
  market: null,
});

/** SPEC §7: a sample with educator, market, pair, direction and order type, marked as a sample. */
export const testTradeMessage = (educator: string, at: Date): PushMessage => ({
  ...testFields(at),
  title: 'EUR/USD Bullish · Forex Leverage (sample)',
  body: `BUY · Entry 1.0842 · Invalidation 1.0755 · Exit 1.0921\n${isolateDirection(truncateLine(educator, NAME_BYTES))} · sample, not a real trade idea`,
  market: 'Forex',
});

/** A shorter version: no image and only the first line. */
export const shorten = (message: PushMessage): PushMessage => ({
  ...message,
  body: truncateLine(message.body.split('\n')[0] ?? '', SMALL_BODY_BYTES),
  image: null,
});
