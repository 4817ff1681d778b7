import { randomUUID } from 'node:crypto';
import { isPublic } from '../../contract/educators/visibility.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { ideaMessage } from '../../contract/notifications/idea-message.ts';
import { UNDO_ACCEPTED_MS } from '../../contract/publishing/idea-writing.ts';
import type { Transaction } from '../database/connection.ts';
import type { IdeaNotifier } from '../ideas/idea-notifier.ts';
import { addJob } from '../jobs/jobs-db.ts';
import type { NewNotification } from './delivery/deliveries-db.ts';
import { createFanOutJob } from './delivery/push-jobs.ts';
import { isNotableStatusChange, statusMessage } from './notification-texts.ts';
import { deleteWaitingNotifications, insertNotification } from './notifications-db.ts';
import { computePushTtl } from './push-ttl.ts';

const createNotification = (kind: 'idea' | 'status', idea: TradeIdea): NewNotification => {
  const createdAt = new Date(kind === 'idea' ? idea.created_at : idea.updated_at);
  return {
    id: randomUUID(),
    kind,
    audience: 'customers',
    authorId: idea.created_by,
    ideaId: idea.id,
    market: idea.market_type,
    status: idea.status,
    message: kind === 'idea' ? ideaMessage(idea) : statusMessage(idea),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + computePushTtl(idea.time_frame)),
  };
};

/** A change of status can be undone until then. */
const getStatusPushTime = (idea: TradeIdea) => new Date(Date.parse(idea.updated_at) + UNDO_ACCEPTED_MS);

const notify = async (tx: Transaction, notification: NewNotification, runAt?: Date): Promise<void> => {
  await insertNotification(tx, notification);
  await addJob(tx, { ...createFanOutJob(notification.id), ...(runAt && { runAt }) });
};

/** Notifies customers by push: stores the notification with the job that sends it. */
export const pushNotifier: IdeaNotifier = {
  published: async (tx, idea) => {
    if (isPublic(idea.educator_id)) await notify(tx, createNotification('idea', idea));
  },
  changed: async (tx, before, after) => {
    if (!isPublic(after.educator_id) || !isNotableStatusChange(before.status, after.status)) return;
    await notify(tx, createNotification('status', after), getStatusPushTime(after));
  },
  undone: (tx, { id }, changedAt) => deleteWaitingNotifications(tx, id, changedAt),
};
