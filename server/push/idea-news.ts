import { randomUUID } from 'node:crypto';
import { HIDDEN_EDUCATOR_ID } from '../../contract/educators.ts';
import type { TradeIdea } from '../../contract/ideas.ts';
import type { Transaction } from '../database/connection.ts';
import { lifetimeOf } from './lifetime.ts';
import { insertNotificationAndJob, type NewNotification } from './notifications-db.ts';
import { fanOutJob } from './push-jobs.ts';
import { ideaMessage, isStatusNews, statusMessage } from './texts.ts';

/** Who is told of what happens to ideas, inside the transaction in which it happens. */
export type IdeaNews = {
  published(tx: Transaction, idea: TradeIdea): Promise<void>;
  changed(tx: Transaction, before: TradeIdea, after: TradeIdea): Promise<void>;
};

/** Nobody: the demo's history is not news. */
export const noNews: IdeaNews = { published: async () => undefined, changed: async () => undefined };

const announce = async (tx: Transaction, kind: 'idea' | 'status', idea: TradeIdea): Promise<void> => {
  // Test data: no customer ever learns of it (DESIGN §15).
  if (idea.educator_id === HIDDEN_EDUCATOR_ID) return;
  const createdAt = new Date(kind === 'idea' ? idea.created_at : idea.updated_at);
  const id = randomUUID();
  const notification: NewNotification = {
    id,
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
  await insertNotificationAndJob(tx, notification, fanOutJob(id));
};

/** Customers, by push. One short statement: sending is a worker's business, and may take as long as it likes. */
export const pushNews: IdeaNews = {
  published: (tx, idea) => announce(tx, 'idea', idea),
  changed: async (tx, before, after) => {
    if (isStatusNews(before.status, after.status)) await announce(tx, 'status', after);
  },
};
