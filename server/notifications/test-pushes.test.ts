import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushTestResult } from '../../contract/notifications/push.ts';
import { ALWAYS_QUIET, type PushTestApp, startPushTestApp } from '../testing/push-test-app.ts';
import { TEST_LIMITS } from './test-pushes-service.ts';

let pushApp: PushTestApp;
let now = Date.now();
beforeAll(async () => {
  pushApp = await startPushTestApp({ clock: () => new Date(now) });
});
afterAll(() => pushApp.close());
beforeEach(async () => {
  await pushApp.clear();
  now = Date.now();
});
afterEach(() => expect(pushApp.service.problems).toEqual([]));

const send = (token: string, kind: 'test' | 'test-trade', body: object = {}) =>
  pushApp.test.call<PushTestResult>('POST', `/api/push/${kind}`, { token, body });

describe("a test to one's own devices", () => {
  it("delivers a test to one's own devices and reports their number", async () => {
    const [ann, bob] = [await pushApp.addCustomer(), await pushApp.addCustomer()];
    const second = await pushApp.addDevice(await pushApp.test.openSession(ann.email));
    const answer = await send(ann.token, 'test');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Push notification sent successfully!',
        details: 'Accepted for 2 of 2 devices.',
        deliveries: { devices: 2, attempted: 2, accepted: 2, gone: 0, waiting: 0, failed: 0 },
      },
    });
    for (const device of [ann.device, second])
      expect(pushApp.service.shownOn(device)).toMatchObject([
        { kind: 'test', title: 'Chartlark test notification', path: '/test-notifications' },
      ]);
    expect(pushApp.service.sentTo(bob.device)).toEqual([]);
  });

  it('names educator, market, pair, direction and order type in a trade sample (§7.25)', async () => {
    const device = await pushApp.addDevice(pushApp.educatorToken);
    const answer = await send(pushApp.educatorToken, 'test-trade');
    expect(answer.body).toMatchObject({ success: true, message: 'Trade notification sent successfully!' });
    expect(pushApp.service.sentTo(device)[0]?.message).toMatchObject({
      title: 'EUR/USD Bullish · Forex Leverage (sample)',
      body: expect.stringContaining('Educator One'),
      market: 'Forex',
    });
  });

  it('explains what to do without a device', async () => {
    const token = await pushApp.test.openSession('customer@test.example');
    const answer = await send(token, 'test');
    expect(answer.body).toMatchObject({
      success: false,
      message: 'notification failed',
      details: expect.stringContaining('Turn them on here first'),
      deliveries: { devices: 0 },
    });
    expect((await send(token, 'test-trade')).body).toMatchObject({ message: 'Trade notification failed' });
  });

  it.each([
    [{ status: 410 }, { gone: 1 }, 'Turn notifications on again there'],
    [{ status: 403 }, { failed: 1 }, 'Failed: 1 device'],
    [{ status: 500 }, { waiting: 1 }, 'will be retried'],
  ])('explains a failure after %j', async (reply, counts, details) => {
    const ann = await pushApp.addCustomer();
    pushApp.service.setReply(ann.device, reply);
    expect((await send(ann.token, 'test')).body).toMatchObject({
      success: false,
      deliveries: { devices: 1, attempted: 1, accepted: 0, ...counts },
      details: expect.stringContaining(details),
    });
  });

  it('does not wait for a push service that does not respond', async () => {
    const ann = await pushApp.addCustomer();
    pushApp.service.setReply(ann.device, 'silence');
    expect((await send(ann.token, 'test')).body).toMatchObject({
      success: false,
      deliveries: { waiting: 1 },
    });
  });

  it('sends a test in quiet hours too, because the user is watching', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { quietHours: ALWAYS_QUIET });
    expect((await send(ann.token, 'test')).body.success).toBe(true);
  });

  it('limits the rate of tests over both kinds, also for concurrent requests', async () => {
    const ann = await pushApp.addCustomer();
    const answers = await Promise.all(
      Array.from({ length: TEST_LIMITS.own + 3 }, (_, index) =>
        send(ann.token, index % 2 ? 'test' : 'test-trade'),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(TEST_LIMITS.own);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(500);
    now += 11 * 60_000;
    expect((await send(ann.token, 'test')).status).toBe(200);
  });
});

describe('a test to everyone', () => {
  it('lets only educators send a test to everyone (§2.96)', async () => {
    const ann = await pushApp.addCustomer();
    const answer = await send(ann.token, 'test', { audience: 'everyone' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(pushApp.service.received).toEqual([]);
  });

  it('sends a test to all devices except in quiet hours, and limits its rate', async () => {
    const [ann, bob, cat] = [
      await pushApp.addCustomer(),
      await pushApp.addCustomer(),
      await pushApp.addCustomer(),
    ];
    const own = await pushApp.addDevice(pushApp.educatorToken);
    await pushApp.saveSettings(cat, { quietHours: ALWAYS_QUIET });
    const answer = await send(pushApp.educatorToken, 'test-trade', { audience: 'everyone' });
    expect(answer.body).toMatchObject({ success: true, deliveries: { devices: 4 } });
    await pushApp.service.waitUntil(() => pushApp.service.received.length === 3);
    expect(pushApp.service.received.map(({ device }) => device).toSorted()).toEqual(
      [ann.device, bob.device, own].toSorted(),
    );
    expect((await send(pushApp.educatorToken, 'test', { audience: 'everyone' })).status).toBe(200);
    expect((await send(pushApp.educatorToken, 'test', { audience: 'everyone' })).status).toBe(429);
    // One's own devices have a separate limit.
    expect((await send(pushApp.educatorToken, 'test')).status).toBe(200);
  });
});
