import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { migrateJobs } from '../../database/job-schema.ts';
import { noNotifications } from '../../ideas/idea-notifier.ts';
import { IdeasService } from '../../ideas/ideas-service.ts';
import { startPushService } from '../../testing/push-service.ts';
import { addSubscribers } from '../../testing/push-subscribers.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createPush } from '../create-push.ts';
import { insertDeliveries } from './deliveries-db.ts';

const DEVICES = 200;

it('does not delay other devices when one push service does not respond', async () => {
  const { database, drop } = await createTestDatabase();
  const service = await startPushService();
  try {
    const { db, pool } = database;
    await migrateJobs(pool);
    const names = Array.from({ length: DEVICES }, (_, index) => `device-${index}`);
    const crowd = await addSubscribers(database, names.map(service.addDevice));
    for (const name of names.slice(0, 2)) service.setReply(name, 'silence');
    await crowd.publish();

    const clock = () => new Date();
    const push = createPush({
      db,
      clock,
      endpoints: service.endpoints,
      brand: 'Chartlark',
      contact: 'mailto:operator@test.example',
      findIdea: (id) =>
        new IdeasService(db, { waitUntilApplied: async () => undefined }, clock, noNotifications).find(id),
      log: Fastify().log,
      responseTimeoutMs: 6_000,
    });
    const { rows } = await pool.query<{ id: string }>('select id from push_notifications');
    const notification = rows[0]!.id;
    const devices = await db.transaction((tx) => insertDeliveries(tx, notification, clock()));
    expect(devices).toHaveLength(DEVICES);
    await push.jobs.send({ notification, devices });

    expect(service.received.filter(({ status }) => status === 201)).toHaveLength(DEVICES - 2);
    expect(push.counts()).toMatchObject({ accepted: DEVICES - 2, failed: 0 });
    expect(service.problems).toEqual([]);
  } finally {
    await service.close();
    await drop();
  }
});
