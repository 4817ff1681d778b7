import type { FastifyBaseLogger } from 'fastify';
import type { TradeIdea } from '../../contract/ideas.ts';
import type { PushDeliveries } from '../../contract/push.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { countDeliveries, deleteOldPushes, type NotificationRow } from './delivery/deliveries-db.ts';
import type { PushCounts } from './delivery/push-counts.ts';
import { PushJobs } from './delivery/push-jobs.ts';
import { type Current, PushSender } from './delivery/push-sender.ts';
import { ideaMessage, isOpen, isStatusNews, statusMessage } from './notifications/notification-texts.ts';
import { PushSettingsService } from './notifications/settings-service.ts';
import { TestPushesService } from './notifications/test-pushes-service.ts';
import { RenewalLimit } from './subscriptions/renewal-limit.ts';
import { PushDevicesService } from './subscriptions/subscriptions-service.ts';
import { PushConnections } from './transport/connections.ts';
import type { EndpointPolicy } from './transport/endpoint-policy.ts';
import { VapidKeyStore } from './transport/vapid-keys.ts';

/** Everything of Web Push that one process has. */
export type Push = {
  keys: VapidKeyStore;
  devices: PushDevicesService;
  settings: PushSettingsService;
  renewals: RenewalLimit;
  tests: TestPushesService;
  jobs: PushJobs;
  /** How far the push of a new idea has come. */
  deliveriesOf: (ideaId: string) => Promise<PushDeliveries>;
  /** What this process has done, for whoever watches it. */
  counts: () => PushCounts;
  /** Removes notifications older than `before`, and devices whose time is over. */
  removeOld: (before: Date) => Promise<void>;
  /** Breaks off requests under way; what they were for is due again at once. */
  stop: () => void;
};

export type PushParts = {
  db: Db;
  clock: Clock;
  endpoints: EndpointPolicy;
  brand: string;
  contact: string;
  /** An idea as it stands; undefined when it is gone. */
  findIdea: (id: string) => Promise<TradeIdea | undefined>;
  log: FastifyBaseLogger;
  /** Shorter than their defaults only in tests, which have no time for a silent service or a dead worker. */
  answerMs?: number;
  leaseMs?: number;
};

/**
 * The text of a notification as of now, so that what waited tells nothing stale: an idea that has been closed is no new
 * idea, and a status that has changed once more has its own notification.
 */
const currentOf = async (
  { kind, ideaId, status, message }: NotificationRow,
  findIdea: PushParts['findIdea'],
): Promise<Current> => {
  if (kind === 'test' || ideaId === null) return { message };
  const idea = await findIdea(ideaId);
  if (!idea) return { giveUp: 'outdated' };
  if (kind === 'idea') return isOpen(idea.status) ? { message: ideaMessage(idea) } : { giveUp: 'outdated' };
  return status === null || isStatusNews(status, idea.status)
    ? { giveUp: 'outdated' }
    : { message: statusMessage(idea) };
};

export const createPush = (parts: PushParts): Push => {
  const { db, clock, endpoints, brand, contact, findIdea, log } = parts;
  const keys = new VapidKeyStore(db);
  const sender = new PushSender({
    db,
    clock,
    keys,
    connections: new PushConnections(endpoints, parts),
    contact,
    currentOf: (notification) => currentOf(notification, findIdea),
    log,
    ...(parts.leaseMs === undefined ? {} : { leaseMs: parts.leaseMs }),
  });
  const jobs = new PushJobs(db, clock, sender);
  return {
    keys,
    devices: new PushDevicesService(db, endpoints, clock),
    settings: new PushSettingsService(db, clock),
    renewals: new RenewalLimit(),
    tests: new TestPushesService({ db, clock, jobs, brand, log }),
    jobs,
    deliveriesOf: (ideaId) => countDeliveries(db, { newIdeaId: ideaId }),
    counts: () => ({ ...sender.counts }),
    removeOld: (before) => deleteOldPushes(db, before, clock()),
    stop: () => sender.stop(),
  };
};
