import { randomUUID } from 'node:crypto';
import { HIDDEN_EDUCATOR_ID } from '../../../contract/educators.ts';
import type { TradeIdea } from '../../../contract/ideas.ts';
import { type IdeaNotifier, noPublishSteps } from '../../ideas/idea-notifier.ts';
import { fanOutJob } from '../delivery/push-jobs.ts';
import { ideaMessage, isStatusNews, statusMessage } from './notification-texts.ts';
import { insertNotificationAndJob, type NewNotification, tellingOfIdea } from './notifications-db.ts';
import { lifetimeOf } from './push-ttl.ts';

const notificationOf = (kind: 'idea' | 'status', idea: TradeIdea): NewNotification => {
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
    expiresAt: new Date(createdAt.getTime() + lifetimeOf(idea.time_frame)),
  };
};

/** Test data: no customer ever learns of it (DESIGN §15). */
const isHidden = (idea: TradeIdea) => idea.educator_id === HIDDEN_EDUCATOR_ID;

/** Customers, by push. Short steps: sending is a worker's business, and may take as long as it likes. */
export const pushNotifier: IdeaNotifier = {
  published: (idea) => {
    if (isHidden(idea)) return noPublishSteps;
    const notification = notificationOf('idea', idea);
    return { name: 'customers', steps: tellingOfIdea(notification, fanOutJob(notification.id, true)) };
  },
  changed: async (tx, before, after) => {
    if (isHidden(after) || !isStatusNews(before.status, after.status)) return;
    const notification = notificationOf('status', after);
    await insertNotificationAndJob(tx, notification, fanOutJob(notification.id, true));
  },
};
