import type { FastifyBaseLogger } from 'fastify';
import { hasEnded, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { ideaMessage } from '../../contract/notifications/idea-message.ts';
import type { PushMessage } from '../../contract/notifications/push.ts';
import type { Db } from '../database/connection.ts';
import type { Clock } from '../shared/clock.ts';
import { countWaitingDeliveries, deleteOldPushes, type NotificationRow } from './delivery/deliveries-db.ts';
import { PushJobs } from './delivery/push-jobs.ts';
import { PushSender } from './delivery/push-sender.ts';
import { isNotableStatusChange, statusMessage } from './notification-texts.ts';
import { SubscriptionsService } from './subscriptions/subscriptions-service.ts';
import { TestPushesService } from './test-pushes-service.ts';
import { OutboundConnections } from './transport/connections.ts';
import type { EndpointPolicy } from './transport/endpoint-policy.ts';
import { VapidKeyStore } from './transport/vapid-keys.ts';

type PushOptions = {
  db: Db;
  clock: Clock;
  endpoints: EndpointPolicy;
  brand: string;
  contact: string;
  /** The current idea; undefined if deleted. */
  findIdea: (id: string) => Promise<TradeIdea | undefined>;
  log: FastifyBaseLogger;
  /** Shorter in tests, which can't wait for a silent service. */
  responseTimeoutMs?: number;
};

/**
 * The current text of a notification, so that delayed messages are never stale: a closed idea is not announced as
 * new, and a status that changed again has its own notification. Null if it is outdated.
 */
const getCurrentMessage = async (
  { kind, ideaId, status, message }: NotificationRow,
  findIdea: PushOptions['findIdea'],
): Promise<PushMessage | null> => {
  if (kind === 'test' || ideaId === null) return message;
  const idea = await findIdea(ideaId);
  if (!idea) return null;
  if (kind === 'status')
    return status === null || isNotableStatusChange(status, idea.status) ? null : statusMessage(idea);
  if (hasEnded(idea.status)) return null;
  return kind === 'idea' ? ideaMessage(idea) : message;
};

/** The Web Push services of one process. */
export const createPush = (parts: PushOptions) => {
  const { db, clock, endpoints, brand, contact, findIdea, log } = parts;
  const keys = new VapidKeyStore(db);
  const sender = new PushSender({
    db,
    clock,
    keys,
    connections: new OutboundConnections(endpoints, parts),
    contact,
    getCurrentMessage: (notification) => getCurrentMessage(notification, findIdea),
    log,
  });
  const jobs = new PushJobs(db, clock, sender);
  return {
    keys,
    subscriptions: new SubscriptionsService(db, endpoints, clock),
    tests: new TestPushesService({ db, clock, jobs, brand, log }),
    jobs,
    /** Deliveries of all processes that wait. */
    countWaiting: () => countWaitingDeliveries(db),
    /** Of this process, for metrics. */
    counts: () => ({ ...sender.counts }),
    /** Removes notifications older than `before`, and expired subscriptions. */
    removeOld: (before: Date) => deleteOldPushes(db, before, clock()),
    /** Aborts pending requests; their deliveries are due again immediately. */
    stop: () => sender.stop(),
  };
};

export type Push = ReturnType<typeof createPush>;
