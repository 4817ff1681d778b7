import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushTestResult } from '../../../contract/push.ts';
import { ALL_DAY, type PushStage, startPushStage } from '../../testing/push-stage.ts';
import { TEST_LIMITS } from './test-pushes-service.ts';

let stage: PushStage;
let now = Date.now();
beforeAll(async () => {
  stage = await startPushStage({ clock: () => new Date(now) });
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.clear();
  now = Date.now();
});
afterEach(() => expect(stage.service.faults).toEqual([]));

const send = (token: string, kind: 'test' | 'test-trade', body: object = {}) =>
  stage.test.call<PushTestResult>('POST', `/api/push/${kind}`, { token, body });

describe('a test to the own devices', () => {
  it('arrives, and says for how many devices it was taken', async () => {
    const [ann, bob] = [await stage.customer(), await stage.customer()];
    const second = await stage.deviceOf(await stage.test.signIn(ann.email));
    const answer = await send(ann.token, 'test');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Push notification sent successfully!',
        details: 'The push service accepted it for 2 of 2 devices.',
        deliveries: { devices: 2, attempted: 2, accepted: 2, gone: 0, waiting: 0, failed: 0 },
      },
    });
    for (const device of [ann.device, second])
      expect(stage.service.shownOn(device)).toMatchObject([
        { kind: 'test', title: 'Chartlark test notification', path: '/test-notifications' },
      ]);
    expect(stage.service.to(bob.device)).toEqual([]);
  });

  it('of a trade names educator, market, pair, direction and order type', async () => {
    const device = await stage.deviceOf(stage.educator);
    const answer = await send(stage.educator, 'test-trade');
    expect(answer.body).toMatchObject({ success: true, message: 'Trade notification sent successfully!' });
    expect(stage.service.to(device)[0]?.message).toMatchObject({
      title: 'EUR/USD Bullish · Forex Leverage (sample)',
      body: expect.stringContaining('Educator One'),
      market: 'Forex',
    });
  });

  it('without a device says what to do', async () => {
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
    [{ status: 410 }, { gone: 1 }, 'turn them on again there'],
    [{ status: 403 }, { failed: 1 }, 'failed for good'],
    [{ status: 500 }, { waiting: 1 }, 'will be tried again'],
  ])('answered %j is a failure that is explained', async (reply, counts, details) => {
    const ann = await stage.customer();
    stage.service.answer(ann.device, reply);
    expect((await send(ann.token, 'test')).body).toMatchObject({
      success: false,
      deliveries: { devices: 1, attempted: 1, accepted: 0, ...counts },
      details: expect.stringContaining(details),
    });
  });

  it('that is not answered is not waited for', async () => {
    const ann = await stage.customer();
    stage.service.answer(ann.device, 'silence');
    expect((await send(ann.token, 'test')).body).toMatchObject({
      success: false,
      deliveries: { waiting: 1 },
    });
  });

  it('rings in quiet hours too: somebody is looking at it', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { quietHours: ALL_DAY });
    expect((await send(ann.token, 'test')).body.success).toBe(true);
  });

  it('may be sent so often in ten minutes, of both kinds together, also at once', async () => {
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

describe('a test to everybody', () => {
  it("is an educator's alone", async () => {
    const ann = await stage.customer();
    const answer = await send(ann.token, 'test', { audience: 'everyone' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(stage.service.received).toEqual([]);
  });

  it('reaches every device, of customers and educators, but not into quiet hours; and is limited', async () => {
    const [ann, bob, cat] = [await stage.customer(), await stage.customer(), await stage.customer()];
    const own = await stage.deviceOf(stage.educator);
    await stage.choose(cat, { quietHours: ALL_DAY });
    const answer = await send(stage.educator, 'test-trade', { audience: 'everyone' });
    expect(answer.body).toMatchObject({ success: true, deliveries: { devices: 4 } });
    await stage.service.until(() => stage.service.received.length === 3);
    expect(stage.service.received.map(({ device }) => device).toSorted()).toEqual(
      [ann.device, bob.device, own].toSorted(),
    );
    expect((await send(stage.educator, 'test', { audience: 'everyone' })).status).toBe(200);
    expect((await send(stage.educator, 'test', { audience: 'everyone' })).status).toBe(429);
    // The own ones are counted apart.
    expect((await send(stage.educator, 'test')).status).toBe(200);
  });
});
