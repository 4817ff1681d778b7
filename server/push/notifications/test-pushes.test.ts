import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushTestResult } from '../../../contract/push.ts';
import { ALL_DAY, type PushTestApp, startPushTestApp } from '../../testing/push-stage.ts';
import { TEST_LIMITS } from './test-pushes-service.ts';

let stage: PushTestApp;
let now = Date.now();
beforeAll(async () => {
  stage = await startPushTestApp({ clock: () => new Date(now) });
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.clear();
  now = Date.now();
});
afterEach(() => expect(stage.service.faults).toEqual([]));

const send = (token: string, kind: 'test' | 'test-trade', body: object = {}) =>
  stage.test.call<PushTestResult>('POST', `/api/push/${kind}`, { token, body });

describe("a test to one's own devices", () => {
  it('arrives and reports the number of devices', async () => {
    const [ann, bob] = [await stage.customer(), await stage.customer()];
    const second = await stage.addDevice(await stage.test.signIn(ann.email));
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
      expect(stage.service.shownOn(device)).toMatchObject([
        { kind: 'test', title: 'Chartlark test notification', path: '/test-notifications' },
      ]);
    expect(stage.service.to(bob.device)).toEqual([]);
  });

  it('has educator, market, pair, direction and order type as a trade sample', async () => {
    const device = await stage.addDevice(stage.educator);
    const answer = await send(stage.educator, 'test-trade');
    expect(answer.body).toMatchObject({ success: true, message: 'Trade notification sent successfully!' });
    expect(stage.service.to(device)[0]?.message).toMatchObject({
      title: 'EUR/USD Bullish · Forex Leverage (sample)',
      body: expect.stringContaining('Educator One'),
      market: 'Forex',
    });
  });

  it('explains what to do without a device', async () => {
    const token = await stage.test.signIn('customer@test.example');
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
    const ann = await stage.customer();
    stage.service.answer(ann.device, reply);
    expect((await send(ann.token, 'test')).body).toMatchObject({
      success: false,
      deliveries: { devices: 1, attempted: 1, accepted: 0, ...counts },
      details: expect.stringContaining(details),
    });
  });

  it('does not wait for a silent push service', async () => {
    const ann = await stage.customer();
    stage.service.answer(ann.device, 'silence');
    expect((await send(ann.token, 'test')).body).toMatchObject({
      success: false,
      deliveries: { waiting: 1 },
    });
  });

  it('is sent in quiet hours too, because the user is watching', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { quietHours: ALL_DAY });
    expect((await send(ann.token, 'test')).body.success).toBe(true);
  });

  it('is rate limited over both kinds, also for concurrent requests', async () => {
    const ann = await stage.customer();
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
  it('is for educators only', async () => {
    const ann = await stage.customer();
    const answer = await send(ann.token, 'test', { audience: 'everyone' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(stage.service.received).toEqual([]);
  });

  it('is sent to all devices except in quiet hours, and is rate limited', async () => {
    const [ann, bob, cat] = [await stage.customer(), await stage.customer(), await stage.customer()];
    const own = await stage.addDevice(stage.educator);
    await stage.choose(cat, { quietHours: ALL_DAY });
    const answer = await send(stage.educator, 'test-trade', { audience: 'everyone' });
    expect(answer.body).toMatchObject({ success: true, deliveries: { devices: 4 } });
    await stage.service.until(() => stage.service.received.length === 3);
    expect(stage.service.received.map(({ device }) => device).toSorted()).toEqual(
      [ann.device, bob.device, own].toSorted(),
    );
    expect((await send(stage.educator, 'test', { audience: 'everyone' })).status).toBe(200);
    expect((await send(stage.educator, 'test', { audience: 'everyone' })).status).toBe(429);
    // One's own devices have a separate limit.
    expect((await send(stage.educator, 'test')).status).toBe(200);
  });
});
