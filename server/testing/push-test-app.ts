import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import {
  defaultPushSettings,
  type PushDeliveries,
  type PushDevice,
  type PushSettingsChanges,
  type QuietHours,
} from '../../contract/notifications/push.ts';
import { addUser } from '../account/users/users-service.ts';
import { JOB_SCHEMA } from '../database/job-schema.ts';
import { pushDeliveries, pushNotifications, pushSubscriptions } from '../database/schema.ts';
import { runJobsNow } from './jobs.ts';
import { startPushService, type TestPushService } from './push-service.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';
import { PASSWORD_HASH } from './test-passwords.ts';

export const HOUR_MS = 3_600_000;

const formatClockTime = (at: number) => new Date(at).toISOString().slice(11, 16);
/** Quiet hours from `hoursAgo` hours ago until `hours` hours from now, in UTC. */
export const createQuietHours = (hours: number, hoursAgo = 1): QuietHours => ({
  from: formatClockTime(Date.now() - hoursAgo * HOUR_MS),
  to: formatClockTime(Date.now() + hours * HOUR_MS),
  timeZone: 'UTC',
});
/** Quiet hours without an end. */
export const ALWAYS_QUIET: QuietHours = { from: '08:00', to: '08:00', timeZone: 'UTC' };

export type PushCustomer = { id: string; email: string; token: string; device: string };

/** An app with its own push service, and customers with subscriptions there. */
export type PushTestApp = {
  test: TestApp;
  service: TestPushService;
  /** Session token of educator 1. */
  educatorToken: string;
  /** Log entries of the app from level info on. */
  logEntries: Record<string, unknown>[];
  /** Adds a customer with one device; returns the device's name at the service. */
  addCustomer(): Promise<PushCustomer>;
  /** Adds a device to the session of this token. */
  addDevice(token: string): Promise<string>;
  /** Saves a user's push settings; omitted ones are off. */
  saveSettings(person: { token: string }, settings: PushSettingsChanges): Promise<void>;
  /** Changes an idea. Its notification need not wait until the change can't be undone any more. */
  setStatus(id: string, changes: object): Promise<TradeIdea>;
  /** Lets notifications of changes start now. */
  endUndoTime(): Promise<void>;
  deliveries(idea: { id: string }): Promise<PushDeliveries>;
  /** Waits until an idea's delivery counts match; returns all counts. */
  waitForDeliveries(idea: { id: string }, expected: Partial<PushDeliveries>): Promise<PushDeliveries>;
  findDeliveries(idea: {
    id: string;
  }): Promise<
    { delivery: typeof pushDeliveries.$inferSelect; notification: typeof pushNotifications.$inferSelect }[]
  >;
  /** Makes an idea's waiting deliveries due now. */
  makeDueNow(idea: { id: string }): Promise<void>;
  /** Removes all devices, received messages and log entries. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

export const startPushTestApp = async (options: TestAppOptions = {}): Promise<PushTestApp> => {
  const service = await startPushService();
  const logEntries: PushTestApp['logEntries'] = [];
  const test = await startTestApp({
    pushEndpoints: service.endpoints,
    settings: { LOG_LEVEL: 'info' },
    onLog: (line) => logEntries.push(JSON.parse(line)),
    ...options,
  });
  const { db } = test.database;
  const educatorToken = await test.openSession('one@test.example');
  let count = 0;

  const addDevice: PushTestApp['addDevice'] = async (token) => {
    const name = `device-${++count}-${randomUUID().slice(0, 8)}`;
    const body = service.addDevice(name);
    const answer = await test.call<PushDevice>('POST', '/api/push/subscriptions', { token, body });
    if (answer.status !== 200) throw new Error(`Subscribing answered ${answer.status}`);
    return name;
  };
  const deliveries: PushTestApp['deliveries'] = async ({ id }) =>
    (await test.call<PushDeliveries>('GET', `/api/trade-ideas/${id}/deliveries`, { token: educatorToken }))
      .body;

  const endUndoTime = () => runJobsNow(test.database.pool, 'push-fan-out:%');

  return {
    test,
    service,
    educatorToken,
    endUndoTime,
    logEntries,
    addDevice,
    deliveries,
    addCustomer: async () => {
      const email = `customer${++count}@test.example`;
      const names = { firstName: 'Cus', lastName: 'Tomer' };
      const { id } = await addUser(db, { role: 'customer', email, ...names, passwordHash: PASSWORD_HASH });
      const token = await test.openSession(email);
      return { id, email, token, device: await addDevice(token) };
    },
    saveSettings: async ({ token }, settings) => {
      const { bookmarkAlerts: _, ...others } = defaultPushSettings;
      const body = { ...others, ...settings };
      const answer = await test.call('PUT', '/api/push/settings', { token, body });
      if (answer.status !== 200) throw new Error(`Choosing answered ${answer.status}`);
    },
    setStatus: async (id, changes) => {
      const answer = await test.call<TradeIdea>('PUT', `/api/trade-ideas/${id}`, {
        token: educatorToken,
        body: changes,
      });
      if (answer.status !== 200) throw new Error(`Changing answered ${answer.status}`);
      await endUndoTime();
      return answer.body;
    },
    waitForDeliveries: async (idea, expected) => {
      const fits = (counts: PushDeliveries) =>
        Object.entries(expected).every(([name, value]) => counts[name as keyof PushDeliveries] === value);
      await service.waitUntil(
        async () => fits(await deliveries(idea)),
        async () => `deliveries of ${JSON.stringify(expected)} but ${JSON.stringify(await deliveries(idea))}`,
      );
      return deliveries(idea);
    },
    findDeliveries: (idea) =>
      db
        .select({ delivery: pushDeliveries, notification: pushNotifications })
        .from(pushDeliveries)
        .innerJoin(pushNotifications, eq(pushNotifications.id, pushDeliveries.notificationId))
        .where(eq(pushNotifications.ideaId, idea.id)),
    makeDueNow: async (idea) => {
      await db.execute(sql`
        update push_deliveries d set next_at = now() - interval '1 second' from push_notifications n
        where n.id = d.notification_id and n.idea_id = ${idea.id} and d.state = 'waiting'`);
      await db.execute(sql`
        select ${sql.identifier(JOB_SCHEMA)}.add_job('push_send', json_build_object('notification', n.id, 'devices',
          (select json_agg(subscription_id) from push_deliveries d where d.notification_id = n.id)))
        from push_notifications n where n.idea_id = ${idea.id}`);
    },
    clear: async () => {
      await db.delete(pushSubscriptions);
      await db.delete(pushNotifications);
      service.received.length = 0;
      logEntries.length = 0;
    },
    close: async () => {
      await test.close();
      await service.close();
    },
  };
};

/** One push app for a test file, cleared before each test. A problem or a warning fails the test. */
export const setUpPushTestApp = (): PushTestApp => {
  const pushApp = {} as PushTestApp;
  beforeAll(async () => void Object.assign(pushApp, await startPushTestApp()));
  afterAll(() => pushApp.close());
  beforeEach(() => pushApp.clear());
  afterEach(() => {
    expect(pushApp.service.problems).toEqual([]);
    expect(pushApp.logEntries.filter(({ level }) => (level as number) >= 40)).toEqual([]);
  });
  return pushApp;
};
