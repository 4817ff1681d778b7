import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../database/database.ts';
import { type PushTestApp, startPushTestApp } from '../../testing/push-test-app.ts';
import { type Relay, startRelay } from '../../testing/relay.ts';
import { publish } from '../../testing/test-app.ts';

let pushApp: PushTestApp;
let relay: Relay;
beforeAll(async () => {
  pushApp = await startPushTestApp({
    // Longer than a job takes here.
    jobs: { staleMs: 5_000 },
    reach: async (connectionString) => {
      relay = await startRelay(connectionString);
      return createDatabase(relay.url);
    },
  });
});
afterAll(async () => {
  await pushApp.close();
  await relay.close();
});

it('survives a database outage during delivery and delivers everything', async () => {
  const people = [];
  for (let person = 0; person < 6; person++) people.push(await pushApp.addCustomer());
  for (let round = 0; round < 3; round++) {
    pushApp.service.received.length = 0;
    const idea = await publish(pushApp.test, pushApp.educatorToken);
    // First immediately, then in the middle of delivery.
    if (round > 0) await pushApp.service.waitUntil(() => pushApp.service.received.length > 0);
    relay.cut();
    await new Promise((resolve) => setTimeout(resolve, 300));
    relay.restore();
    await pushApp.service.waitUntil(async () => {
      const { status } = await pushApp.test.call('GET', '/readyz');
      return status === 200;
    });
    // The sweep unlocks jobs handed out over a broken connection.
    await expect
      .poll(async () => (await pushApp.deliveries(idea)).accepted, { interval: 100 })
      .toBe(people.length);
    for (const { device } of people)
      expect(pushApp.service.shownOn(device).filter(({ ideaId }) => ideaId === idea.id)).toHaveLength(1);
  }
});
