import { randomUUID } from 'node:crypto';
import { isPublic } from '../../contract/educators/visibility.ts';
import { toAlertKind } from '../../contract/ideas/bookmarks.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { parseTimeFrame } from '../../contract/ideas/time-frames.ts';
import { ideaMessage } from '../../contract/notifications/idea-message.ts';
import type { PushMessage } from '../../contract/notifications/push.ts';
import { UNDO_ACCEPTED_MS } from '../../contract/publishing/idea-writing.ts';
import type { Transaction } from '../database/connection.ts';
import type { IdeaNotifier } from '../ideas/idea-notifier.ts';
import { addJob } from '../jobs/jobs-db.ts';
import type { NewNotification } from './delivery/deliveries-db.ts';
import { createFanOutJob } from './delivery/push-jobs.ts';
import { isNotableStatusChange, statusMessage, stepMessage, touchMessage } from './notification-texts.ts';
import { deleteWaitingNotifications, insertNotification } from './notifications-db.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** TTL in bars of the idea's chart: later, its entry has passed. */
const TTL_BARS = 4;
/** Locked phones may wake only every few minutes; a shorter TTL would lose messages. */
const MIN_TTL = 15 * MINUTE;
/** People who were away longer read the list, not the notifications. */
const MAX_TTL = 3 * DAY;
/** For unknown time frames: four bars of the four-hour chart, the form's default. */
const DEFAULT_TTL = 16 * HOUR;

/**
 * TTL of a push about an idea in milliseconds: sent as `TTL` (RFC 8030) and the limit of our own attempts. Uses the
 * first of a range such as "1H-4H".
 */
export const computePushTtl = (timeFrame: string): number => {
  const first = timeFrame.split(/[/,;&+]|\bto\b|(?<=[a-z])\s*[-–]\s*(?=\d)/i)[0] ?? '';
  const bar = parseTimeFrame(first);
  return bar ? Math.min(Math.max(bar.seconds * 1000 * TTL_BARS, MIN_TTL), MAX_TTL) : DEFAULT_TTL;
};

const createNotification = (idea: TradeIdea, message: PushMessage): NewNotification => {
  const createdAt = new Date(message.at);
  return {
    id: randomUUID(),
    kind: message.kind,
    audience: 'customers',
    authorId: idea.created_by,
    ideaId: idea.id,
    market: idea.market_type,
    status: idea.status,
    alert: null,
    message,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + computePushTtl(idea.time_frame)),
  };
};

/** A change can be undone until then. */
const getChangePushTime = (idea: TradeIdea) => new Date(Date.parse(idea.updated_at) + UNDO_ACCEPTED_MS);

const notify = async (tx: Transaction, notification: NewNotification, runAt?: Date): Promise<void> => {
  await insertNotification(tx, notification);
  await addJob(tx, { ...createFanOutJob(notification.id), ...(runAt && { runAt }) });
};

/** Notifies customers by push: stores the notification with the job that sends it. */
export const pushNotifier = {
  published: async (tx, idea) => {
    if (isPublic(idea.educator_id)) await notify(tx, createNotification(idea, ideaMessage(idea)));
  },
  changed: async (tx, before, after) => {
    if (!isPublic(after.educator_id)) return;
    const step = after.steps[before.steps.length];
    const message = isNotableStatusChange(before.status, after.status)
      ? statusMessage(after)
      : step && stepMessage(after, step);
    if (message) await notify(tx, createNotification(after, message), getChangePushTime(after));
  },
  touched: async (tx, idea, touch) => {
    if (!isPublic(idea.educator_id)) return;
    const notification = createNotification(idea, touchMessage(idea, touch));
    await notify(tx, { ...notification, alert: toAlertKind(touch.level) });
  },
  undone: (tx, _before, { id }, changedAt) => deleteWaitingNotifications(tx, id, changedAt),
} satisfies IdeaNotifier;
