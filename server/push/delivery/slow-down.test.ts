import { expect, it } from 'vitest';
import { startPushTestApp } from '../../testing/push-stage.ts';
import { publish } from '../../testing/test-app.ts';

it('backs off from a push service that refuses several devices (429)', async () => {
  const stage = await startPushTestApp();
  const many = await Promise.all(Array.from({ length: 6 }, () => stage.customer()));
  for (const { device } of many)
    stage.service.answer(device, { status: 429, headers: { 'retry-after': '300' } });
  await stage.settled(await publish(stage.test, stage.educator), { waiting: 6, attempted: 6 });
  stage.service.received.length = 0;
  const next = await publish(stage.test, stage.educator);
  await stage.service.until(async () => {
    const rows = await stage.findDeliveries(next);
    return (
      rows.length === 6 && rows.every(({ delivery }) => delivery.nextAt.getTime() > Date.now() + 200_000)
    );
  });
  expect(await stage.deliveries(next)).toMatchObject({ waiting: 6, attempted: 0 });
  expect(stage.service.received).toEqual([]);
  await stage.close();
});
