import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushDeliveries } from '../../database/schema.ts';
import {
  ALL_DAY,
  HOUR_MS,
  type PushStage,
  quietFor,
  type StageCustomer,
  startPushStage,
} from '../../testing/push-stage.ts';
import { publish } from '../../testing/test-app.ts';
import { updateDeliveries } from '../delivery/deliveries-db.ts';

/** Somebody chooses other quiet hours in the very moment in which a worker has their device in hand. */
let stage: PushStage;
beforeAll(async () => {
  stage = await startPushStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.clear());
afterEach(() => {
  expect(stage.service.faults).toEqual([]);
  expect(stage.logged.filter(({ level }) => (level as number) >= 40)).toEqual([]);
});

/** How many wait for a lock on the settings: whoever would write them, and whoever lets a device wait by them. */
const waitForLock = async (count: number) => {
  await stage.service.until(async () => {
    const { rows } = await stage.test.database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%push_settings%'",
    );
    return rows.length === count;
  });
};

/** Holds the person's settings, so that what comes to them stands still in the order in which it came. */
const holdSettings = async ({ id }: StageCustomer) => {
  const client = await stage.test.database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from push_settings where user_id = $1 for update', [id]);
  return async () => {
    await client.query('commit');
    client.release();
  };
};

describe('quiet hours that are taken back', () => {
  it('while a worker is about to let a message wait by them: it is sent', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { quietHours: quietFor(3) });
    const letGo = await holdSettings(ann);
    const idea = await publish(stage.test, stage.educator);
    await waitForLock(1);
    const chosen = stage.choose(ann, { quietHours: null });
    await waitForLock(2);
    await letGo();
    await chosen;
    await stage.settled(idea, { accepted: 1 });
    expect(stage.service.to(ann.device)).toHaveLength(1);
  });

  it.each([
    ['let a message wait', quietFor(3)],
    ['give a message up', ALL_DAY],
  ])('after a worker read them, before it could %s by them: it is sent', async (_what, quietHours) => {
    const ann = await stage.customer();
    await stage.choose(ann, { quietHours });
    const letGo = await holdSettings(ann);
    const chosen = stage.choose(ann, { quietHours: null });
    await waitForLock(1);
    // Its worker reads the hours of before: the choice is not committed yet.
    const idea = await publish(stage.test, stage.educator);
    await waitForLock(2);
    await letGo();
    await chosen;
    await stage.settled(idea, { accepted: 1 });
    expect(stage.service.to(ann.device)).toHaveLength(1);
  });
});

it('other hours that are quiet too let the message wait for the end of those', async () => {
  const ann = await stage.customer();
  await stage.choose(ann, { quietHours: quietFor(3) });
  const letGo = await holdSettings(ann);
  const chosen = stage.choose(ann, { quietHours: quietFor(2) });
  await waitForLock(1);
  const idea = await publish(stage.test, stage.educator);
  await waitForLock(2);
  await letGo();
  await chosen;
  await stage.service.until(async () => {
    const [row] = await stage.rowsOf(idea);
    const wait = (row?.delivery.nextAt.getTime() ?? 0) - Date.now();
    return row?.delivery.reason === 'quiet' && Math.abs(wait - 2 * HOUR_MS) < HOUR_MS / 4;
  });
  expect(stage.service.received).toEqual([]);
});

it('what one worker has settled, another that had the same device in hand does not open again', async () => {
  const ann = await stage.customer();
  const idea = await publish(stage.test, stage.educator);
  await stage.settled(idea, { accepted: 1 });
  const { db } = stage.test.database;
  const [row] = await stage.rowsOf(idea);
  if (!row) throw new Error('The idea has no delivery');
  const late = { id: row.delivery.subscriptionId, tried: false, nextAt: new Date(), answered: null };
  for (const state of ['waiting', 'failed'] as const)
    await updateDeliveries(db, row.notification.id, [{ ...late, state, reason: null }], new Date());
  const states = await db
    .select({ state: pushDeliveries.state, attempts: pushDeliveries.attempts })
    .from(pushDeliveries)
    .where(eq(pushDeliveries.notificationId, row.notification.id));
  expect(states).toEqual([{ state: 'accepted', attempts: 1 }]);
  expect(stage.service.to(ann.device)).toHaveLength(1);
});
