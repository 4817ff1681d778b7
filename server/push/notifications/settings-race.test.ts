import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pushDeliveries } from '../../database/schema.ts';
import {
  ALWAYS_QUIET,
  createQuietHours,
  HOUR_MS,
  type PushCustomer,
  setUpPushTestApp,
} from '../../testing/push-test-app.ts';
import { publish } from '../../testing/test-app.ts';
import { updateDeliveries } from '../delivery/deliveries-db.ts';

/** Race: quiet hours change while a worker is processing a delivery. */
const pushApp = setUpPushTestApp();

/** Waits until this many writers or workers are blocked on the settings. */
const waitForLock = async (count: number) => {
  await pushApp.service.waitUntil(async () => {
    const { rows } = await pushApp.test.database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%push_settings%'",
    );
    return rows.length === count;
  });
};

/** Locks the user's settings, so that writers and workers queue in order of arrival. */
const lockSettings = async ({ id }: PushCustomer) => {
  const client = await pushApp.test.database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from push_settings where user_id = $1 for update', [id]);
  return async () => {
    await client.query('commit');
    client.release();
  };
};

describe('quiet hours removed during delivery', () => {
  it('sends the message if quiet hours are removed while a worker is about to hold it', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
    const unlock = await lockSettings(ann);
    const idea = await publish(pushApp.test, pushApp.educatorToken);
    await waitForLock(1);
    const chosen = pushApp.saveSettings(ann, { quietHours: null });
    await waitForLock(2);
    await unlock();
    await chosen;
    await pushApp.waitForDeliveries(idea, { accepted: 1 });
    expect(pushApp.service.sentTo(ann.device)).toHaveLength(1);
  });

  it.each([
    ['hold a message', createQuietHours(3)],
    ['drop a message', ALWAYS_QUIET],
  ])(
    'sends the message if quiet hours are removed after a worker read them, before it could %s',
    async (_what, quietHours) => {
      const ann = await pushApp.addCustomer();
      await pushApp.saveSettings(ann, { quietHours });
      const unlock = await lockSettings(ann);
      const chosen = pushApp.saveSettings(ann, { quietHours: null });
      await waitForLock(1);
      // The worker reads the old hours, because the change is not committed yet.
      const idea = await publish(pushApp.test, pushApp.educatorToken);
      await waitForLock(2);
      await unlock();
      await chosen;
      await pushApp.waitForDeliveries(idea, { accepted: 1 });
      expect(pushApp.service.sentTo(ann.device)).toHaveLength(1);
    },
  );
});

it('holds the message until the end of the new quiet hours', async () => {
  const ann = await pushApp.addCustomer();
  await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
  const unlock = await lockSettings(ann);
  const chosen = pushApp.saveSettings(ann, { quietHours: createQuietHours(2) });
  await waitForLock(1);
  const idea = await publish(pushApp.test, pushApp.educatorToken);
  await waitForLock(2);
  await unlock();
  await chosen;
  await pushApp.service.waitUntil(async () => {
    const [row] = await pushApp.findDeliveries(idea);
    const wait = (row?.delivery.nextAt.getTime() ?? 0) - Date.now();
    return row?.delivery.reason === 'quiet' && Math.abs(wait - 2 * HOUR_MS) < HOUR_MS / 4;
  });
  expect(pushApp.service.received).toEqual([]);
});

it('never reopens a delivery that another worker has completed', async () => {
  const ann = await pushApp.addCustomer();
  const idea = await publish(pushApp.test, pushApp.educatorToken);
  await pushApp.waitForDeliveries(idea, { accepted: 1 });
  const { db } = pushApp.test.database;
  const [row] = await pushApp.findDeliveries(idea);
  if (!row) throw new Error('The idea has no delivery');
  const stale = { id: row.delivery.subscriptionId, wasAttempted: false, nextAt: new Date(), answered: null };
  for (const state of ['waiting', 'failed'] as const)
    await updateDeliveries(db, row.notification.id, [{ ...stale, state, reason: null }], new Date());
  const states = await db
    .select({ state: pushDeliveries.state, attempts: pushDeliveries.attempts })
    .from(pushDeliveries)
    .where(eq(pushDeliveries.notificationId, row.notification.id));
  expect(states).toEqual([{ state: 'accepted', attempts: 1 }]);
  expect(pushApp.service.sentTo(ann.device)).toHaveLength(1);
});
