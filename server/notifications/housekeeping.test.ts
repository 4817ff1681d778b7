import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  customerNotifications,
  pushDeliveries,
  pushNotifications,
  pushSubscriptions,
  sessions,
} from '../database/schema.ts';
import { addJob } from '../jobs/jobs-db.ts';
import { Housekeeping } from '../operations/housekeeping.ts';
import { type PushTestApp, startPushTestApp } from '../testing/push-test-app.ts';
import { publish } from '../testing/test-app.ts';
import type { Push } from './create-push.ts';
import { deleteOldPushes } from './delivery/deliveries-db.ts';

const DAY = 24 * 3_600_000;
let pushApp: PushTestApp;
beforeAll(async () => {
  pushApp = await startPushTestApp();
});
afterAll(() => pushApp.close());

/** Runs housekeeping that many days from now. */
const cleanIn = (days: number) => {
  const now = new Date(Date.now() + days * DAY);
  const { database } = pushApp.test;
  const push: Pick<Push, 'removeOld'> = { removeOld: (before) => deleteOldPushes(database.db, before, now) };
  const media = { removeUnreferenced: async () => undefined };
  const posts = { removeOld: async () => undefined };
  const candles = { removeOld: async () => undefined };
  return new Housekeeping(
    { database, clock: () => now, env: { authLogDays: 90 }, media, push, posts, candles } as never,
    pushApp.test.app.log,
  ).clean();
};

it('removes deliveries after thirty days but keeps who was notified', async () => {
  const { db } = pushApp.test.database;
  const ann = await pushApp.addCustomer();
  const idea = await publish(pushApp.test, pushApp.educatorToken);
  await pushApp.waitForDeliveries(idea, { accepted: 1 });
  await db.update(sessions).set({ expiresAt: new Date(Date.now() + 60 * DAY) });
  await cleanIn(29);
  expect(await db.select().from(pushDeliveries)).toHaveLength(1);
  await cleanIn(31);
  expect(await db.select().from(pushDeliveries)).toEqual([]);
  expect(await db.select().from(pushNotifications)).toEqual([]);
  expect(await db.select().from(customerNotifications)).toMatchObject([
    { userId: ann.id, tradeIdeaId: idea.id },
  ]);
  expect(await pushApp.deliveries(idea)).toMatchObject({ devices: 0 });
  expect(await db.select().from(pushSubscriptions)).toHaveLength(1);
});

it('removes subscriptions that expired, or whose session expired', async () => {
  const { db } = pushApp.test.database;
  await pushApp.clear();
  const [ann, bob, cat] = [
    await pushApp.addCustomer(),
    await pushApp.addCustomer(),
    await pushApp.addCustomer(),
  ];
  const inDays = (days: number) => new Date(Date.now() + days * DAY);
  await db
    .update(pushSubscriptions)
    .set({ expiresAt: inDays(2) })
    .where(eq(pushSubscriptions.userId, ann.id));
  await db
    .update(sessions)
    .set({ expiresAt: inDays(2) })
    .where(eq(sessions.userId, bob.id));
  await cleanIn(1);
  expect(await db.select().from(pushSubscriptions)).toHaveLength(3);
  await cleanIn(3);
  expect(await db.select().from(pushSubscriptions)).toMatchObject([{ userId: cat.id }]);
});

it('removes dead jobs after a week', async () => {
  const { db, pool } = pushApp.test.database;
  const deadJobs = async () => {
    const { rows } = await pool.query("select 1 from chartlark_jobs.jobs where key in ('dead', 'alive')");
    return rows.length;
  };
  const runAt = new Date(Date.now() + DAY);
  await addJob(db, { task: 'push_deliver', payload: {}, key: 'dead', runAt });
  await addJob(db, { task: 'push_deliver', payload: {}, key: 'alive', runAt });
  await pool.query("update chartlark_jobs._private_jobs set attempts = max_attempts where key = 'dead'");
  await cleanIn(6);
  expect(await deadJobs()).toBe(2);
  await cleanIn(8);
  expect(await deadJobs()).toBe(1);
});
