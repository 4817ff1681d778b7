import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PushSubscriptionInput } from '../../../contract/notifications/push.ts';
import { startPushService, type TestPushService } from '../../testing/push-service.ts';
import { addSubscribers } from '../../testing/push-subscribers.ts';
import { startPushWorker } from '../../testing/push-worker-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { countDeliveries } from './deliveries-db.ts';

/** One job more than a worker runs at a time. */
const DEVICES = 500;
/** How many requests a worker has under way (connections.ts, MAX_SOCKETS). */
const MAX_REQUESTS = 128;
/** Messages received when a worker is killed. */
const KILLS = [80, 160, 240];
/** At most in flight per worker: four jobs of a hundred devices. */
const IN_FLIGHT = 4 * 100;

let service: TestPushService;
let test: TestDatabase;
let publish: () => Promise<{ id: string }>;
let remove: (idea: { id: string }) => Promise<void>;
const names = Array.from({ length: DEVICES }, (_, index) => `device-${index}`);

beforeEach(async () => {
  service = await startPushService({ delayMs: 40 });
  test = await createTestDatabase();
  const devices: PushSubscriptionInput[] = names.map((name) => service.addDevice(name));
  ({ publish, remove } = await addSubscribers(test.database, devices));
});
afterEach(async () => {
  expect(service.problems).toEqual([]);
  await service.close();
  await test.drop();
});

/** Short timeouts, so that dead workers are detected quickly. */
const shortTimeouts = { staleMs: 1_500, sweepMs: 250 };
const startWorker = (timeouts: Partial<typeof shortTimeouts> = shortTimeouts) =>
  startPushWorker({ connectionString: test.connectionString, origin: service.origin, ...timeouts });
const countFor = (idea: { id: string }) => countDeliveries(test.database.db, { newIdeaId: idea.id });
const accepted = async (idea: { id: string }) => (await countFor(idea)).accepted;

describe('workers in separate processes', () => {
  it('delivers to everybody when workers are killed, and shows an idea twice on no device', async () => {
    let worker = await startWorker();
    const idea = await publish();
    for (const reached of KILLS) {
      await service.waitUntil(() => service.received.length >= reached);
      await worker.kill();
      worker = await startWorker();
    }
    await service.waitUntil(async () => (await accepted(idea)) === DEVICES);
    expect(await countFor(idea)).toMatchObject({ devices: DEVICES, waiting: 0, failed: 0, gone: 0 });
    await worker.stop();

    const topics = new Set(service.received.map(({ headers }) => headers.topic));
    for (const name of names) expect(service.shownOn(name), name).toMatchObject([{ ideaId: idea.id }]);
    // Duplicates are one message to push service and device: same topic, same tag.
    expect(topics.size).toBe(1);
    // Only messages in flight at a kill are sent again.
    expect(service.received.length).toBeLessThanOrEqual(DEVICES + KILLS.length * IN_FLIGHT);
    const { rows } = await test.database.pool.query(
      'select count(*)::int as notified from customer_notifications',
    );
    expect(rows).toEqual([{ notified: DEVICES }]);
  });

  it('shares the work between processes and sends to each device once', async () => {
    // Default timeouts: a slow machine is not a dead worker.
    const workers = [await startWorker({}), await startWorker({})];
    const release = service.hold();
    const idea = await publish();
    // More than one can have sent.
    await service.waitUntil(() => service.received.length > MAX_REQUESTS);
    release();
    await service.waitUntil(async () => (await accepted(idea)) === DEVICES);
    const reports = await Promise.all(workers.map((worker) => worker.stop()));
    const shares = reports.map(({ counts }) => counts.accepted);
    expect(shares.every((share) => share > 0)).toBe(true);
    expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBe(DEVICES);
    expect(service.received).toHaveLength(DEVICES);
  });

  it('stops immediately when told, and leaves the rest to the next worker', async () => {
    const first = await startWorker();
    const idea = await publish();
    await service.waitUntil(() => service.received.length >= 60);
    const { counts } = await first.stop();
    expect(counts.accepted).toBeLessThan(DEVICES);
    expect(counts.sent).toBeLessThan(DEVICES);
    const second = await startWorker();
    await service.waitUntil(async () => (await accepted(idea)) === DEVICES);
    await second.stop();
    for (const name of names) expect(service.shownOn(name), name).toHaveLength(1);
  });

  it('does not block deleting ideas or ending sessions during delivery', async () => {
    const worker = await startWorker();
    for (let round = 0; round < 5; round++) {
      service.received.length = 0;
      const idea = await publish();
      await service.waitUntil(() => service.received.length >= 20);
      await remove(idea);
    }
    const kept = await publish();
    await service.waitUntil(() => service.received.some(({ message }) => message.ideaId === kept.id));
    // Half of the devices answer 410; the sessions of the others end meanwhile. Not before the fan-out: a message of a
    // deleted idea that is still in flight would remove a device before it gets its row.
    for (const name of names.slice(0, DEVICES / 2)) service.setReply(name, { status: 410 });
    await test.database.pool.query(
      "update sessions set ended_at = now() where id in (select session_id from push_subscriptions where endpoint ~ '[13579]$')",
    );
    await service.waitUntil(async () => (await countFor(kept)).waiting === 0);
    const { accepted: reached, gone, failed } = await countFor(kept);
    expect(failed).toBe(0);
    expect(reached + gone).toBe(DEVICES);
    const { rows } = await test.database.pool.query(
      "select count(*)::int as left from push_subscriptions where endpoint ~ '[13579]$'",
    );
    expect(rows).toEqual([{ left: 0 }]);
    await worker.stop();
  });
});
