import { chatUserId } from '../../contract/chat/chat.ts';
import { isPublic } from '../../contract/educators/visibility.ts';
import { hasEnded, lockedFields, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { hasSameLevels } from '../../contract/ideas/levels.ts';
import type { OutwardEvent } from '../../contract/outward/idea-posts.ts';
import { UNDO_ACCEPTED_MS } from '../../contract/publishing/idea-writing.ts';
import type { MessageAnnouncer } from '../chat/chat-service.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import type { IdeaNotifier } from '../ideas/idea-notifier.ts';
import { addJob, type Job } from '../jobs/jobs-db.ts';
import { isNotableStatusChange } from '../notifications/notification-texts.ts';
import { deleteWaitingPosts, insertPosts, type NewPosts } from './outward-db.ts';

export const SEND_POST = 'send_post';

/** A job that sends one post of a destination. Those of one destination run one at a time, in order. */
export const enqueuePost = (
  db: Connection,
  destination: string,
  runAt: Date,
  key?: Job['key'],
): Promise<void> =>
  addJob(db, {
    task: SEND_POST,
    payload: { destination },
    queue: `posts:${destination}`,
    runAt,
    ...(key !== undefined && { key }),
  });

type News = Omit<NewPosts, 'createdAt' | 'dueAt'> & { at: string; delayMs?: number };

const queuePosts = async (tx: Transaction, { at, delayMs = 0, ...news }: News): Promise<void> => {
  if (!isPublic(news.educatorId)) return;
  const dueAt = new Date(Date.parse(at) + delayMs);
  for (const destination of await insertPosts(tx, { ...news, createdAt: new Date(at), dueAt }))
    await enqueuePost(tx, destination, dueAt);
};

const aboutIdea = (idea: TradeIdea) => ({
  ideaId: idea.id,
  version: idea.version,
  chatMessageId: null,
  market: idea.market_type,
  educatorId: idea.educator_id,
});

/** What a group should hear of a change; null for notes, media and the like. */
const findEvent = (before: TradeIdea, after: TradeIdea): OutwardEvent | null => {
  const isNotable = isNotableStatusChange(before.status, after.status);
  if (hasEnded(after.status) && (isNotable || before.result_level !== after.result_level)) return 'closed';
  const isSame =
    hasSameLevels(before, after) && lockedFields.every((field) => before[field] === after[field]);
  if (after.steps.length > before.steps.length) return 'step';
  return isNotable || !isSame ? 'changed' : null;
};

/** Queues posts about ideas. Those about a change wait until it can't be undone. */
export const outwardNotifier: IdeaNotifier = {
  published: (tx, idea) => queuePosts(tx, { ...aboutIdea(idea), event: 'published', at: idea.created_at }),
  changed: async (tx, before, after) => {
    const event = findEvent(before, after);
    const news = { ...aboutIdea(after), at: after.updated_at, delayMs: UNDO_ACCEPTED_MS };
    if (event) await queuePosts(tx, { ...news, event });
  },
  undone: (tx, _before, { id }, changedAt) => deleteWaitingPosts(tx, id, changedAt),
};

/** Queues posts about a message of an educator. */
export const announceMessage: MessageAnnouncer = (tx, { id, user_id, created_at: at }) => {
  const educatorId = user_id.replace(chatUserId(''), '');
  const message = { ideaId: null, version: null, chatMessageId: id, market: null };
  return queuePosts(tx, { ...message, event: 'message', educatorId, at });
};
