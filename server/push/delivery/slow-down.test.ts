import { expect, it } from 'vitest';
import { startPushTestApp } from '../../testing/push-test-app.ts';
import { publish } from '../../testing/test-app.ts';

it('backs off from a push service that refuses several devices (429)', async () => {
  const pushApp = await startPushTestApp();
  const many = await Promise.all(Array.from({ length: 6 }, () => pushApp.addCustomer()));
  for (const { device } of many)
    pushApp.service.setReply(device, { status: 429, headers: { 'retry-after': '300' } });
  await pushApp.waitForDeliveries(await publish(pushApp.test, pushApp.educatorToken), {
    waiting: 6,
    attempted: 6,
  });
  pushApp.service.received.length = 0;
  const next = await publish(pushApp.test, pushApp.educatorToken);
  await pushApp.service.waitUntil(async () => {
    const rows = await pushApp.findDeliveries(next);
    return (
      rows.length === 6 && rows.every(({ delivery }) => delivery.nextAt.getTime() > Date.now() + 200_000)
    );
  });
  expect(await pushApp.deliveries(next)).toMatchObject({ waiting: 6, attempted: 0 });
  expect(pushApp.service.received).toEqual([]);
  await pushApp.close();
});
