import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResultLevel, TradeIdea } from '../../../contract/ideas/ideas.ts';
import type { IdeaDeliveries } from '../../../contract/notifications/push.ts';
import type { Config } from '../../../contract/shared/config.ts';
import { customerNotifications, pushNotifications, pushSubscriptions } from '../../database/schema.ts';
import { assertVapid, type TestPushService } from '../../testing/push-service.ts';
import { type PushTestApp, startPushTestApp } from '../../testing/push-test-app.ts';
import { publish, publishHidden, type TestApp } from '../../testing/test-app.ts';
import { pushNotifier } from '../idea-notifications.ts';

let pushApp: PushTestApp;
let service: TestPushService;
let test: TestApp;
let educator: string;

beforeAll(async () => {
  pushApp = await startPushTestApp();
  ({ service, test, educatorToken: educator } = pushApp);
});
afterAll(() => pushApp.close());
beforeEach(() => pushApp.clear());
afterEach(() => {
  expect(service.problems).toEqual([]);
  expect(pushApp.logEntries.filter(({ level }) => (level as number) >= 50)).toEqual([]);
});

describe('a published idea', () => {
  it('sends an idea once to every device of customers who want its market, with the right text and headers (§7.25)', async () => {
    const [ann, bob, cat] = await Promise.all([
      pushApp.addCustomer(),
      pushApp.addCustomer(),
      pushApp.addCustomer(),
    ]);
    const second = await pushApp.addDevice(await test.openSession(ann.email));
    await test.call('PUT', '/api/notifications/preferences', {
      token: bob.token,
      body: { Forex: false, Crypto: true },
    });
    const own = await pushApp.addDevice(educator);
    const idea = await publish(test, educator, { notes: 'Higher low.' });
    await pushApp.waitForDeliveries(idea, { accepted: 3 });

    expect(await pushApp.deliveries(idea)).toEqual({
      devices: 3,
      attempted: 3,
      accepted: 3,
      gone: 0,
      waiting: 0,
      failed: 0,
    });
    for (const device of [ann.device, second, cat.device]) expect(service.sentTo(device)).toHaveLength(1);
    for (const device of [bob.device, own]) expect(service.sentTo(device)).toHaveLength(0);

    const [push] = service.sentTo(ann.device);
    expect(push?.message).toEqual({
      kind: 'idea',
      title: 'EUR/USD Bullish · Forex Leverage',
      body: 'Entry 1.0842 · Invalidation 1.0755 · Exit 1.0921\nEducator One · 4H\nHigher low.',
      tag: `idea-${idea.id}`,
      path: `/ideas/${idea.id}`,
      image: null,
      at: idea.created_at,
      ideaId: idea.id,
      market: 'Forex',
    });
    const headers = push?.headers ?? {};
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(headers.topic).toMatch(/^[A-Za-z0-9_-]{32}$/);
    // Four bars of four hours, minus the time passed.
    expect(Number(headers.ttl)).toBeGreaterThan(16 * 3600 - 30);
    expect(Number(headers.ttl)).toBeLessThanOrEqual(16 * 3600);
    const { body: config } = await test.call<Config>('GET', '/api/config');
    expect(assertVapid(headers.authorization, service.origin).key).toBe(config.pushPublicKey);
  });

  it('records a published idea once per customer, and deletes the record with the idea (§3.7, §7.15)', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.addDevice(await test.openSession(ann.email));
    const idea = await publish(test, educator);
    await pushApp.waitForDeliveries(idea, { accepted: 2 });
    const notes = () =>
      test.database.db
        .select()
        .from(customerNotifications)
        .where(eq(customerNotifications.tradeIdeaId, idea.id));
    expect(await notes()).toEqual([{ tradeIdeaId: idea.id, userId: ann.id, notifiedAt: expect.any(Date) }]);
    await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: educator });
    expect(await notes()).toEqual([]);
    expect(await pushApp.findDeliveries(idea)).toEqual([]);
  });

  it('sends an idea to people who follow its educator, if they want followed educators only in its market', async () => {
    const [follower, other] = [await pushApp.addCustomer(), await pushApp.addCustomer()];
    const followedOnly = { Forex: true, Crypto: false };
    for (const customer of [follower, other]) await pushApp.saveSettings(customer, { followedOnly });
    await test.call('PUT', '/api/follows/1', { token: follower.token });
    await test.call('PUT', '/api/follows/2', { token: other.token });
    const idea = await publish(test, educator);
    await pushApp.waitForDeliveries(idea, { accepted: 1 });
    expect(service.sentTo(follower.device)).toHaveLength(1);
    expect(service.sentTo(other.device)).toHaveLength(0);
    const crypto = await publish(test, educator, { pair: 'BTC/USDT', market_type: 'Crypto' });
    await pushApp.waitForDeliveries(crypto, { accepted: 2 });
    expect(service.sentTo(other.device)).toHaveLength(1);
  });

  it('sends an idea of educator 9 to nobody', async () => {
    const ann = await pushApp.addCustomer();
    const hidden = await publishHidden(test, {}, pushNotifier);
    const shown = await publish(test, educator);
    await pushApp.waitForDeliveries(shown, { accepted: 1 });
    expect(service.sentTo(ann.device).map(({ message }) => message.ideaId)).toEqual([shown.id]);
    expect(await pushApp.findDeliveries(hidden)).toEqual([]);
  });

  it('publishes without waiting for the push service, and sends nothing for a rolled-back transaction (§8.16)', async () => {
    const ann = await pushApp.addCustomer();
    service.setReply(ann.device, 'silence');
    // Returned although the push service never responds.
    const idea = await publish(test, educator);
    await service.waitUntil(() => service.sentTo(ann.device).length === 1);
    const refused = await test.call('POST', '/api/trade-ideas', {
      token: educator,
      body: { ...idea, image_urls: [`/media/${'a'.repeat(32)}.jpg`], pair: 'XAU/USD' },
    });
    expect(refused.status).toBe(400);
    const rows = await test.database.db.select().from(pushNotifications);
    expect(rows.filter(({ message }) => message.title.includes('XAU'))).toEqual([]);
  });

  it('returns delivery counts of an idea to its own educator only', async () => {
    const idea = await publish(test, educator);
    const other = await test.openSession('two@test.example');
    const path = (id: string) => `/api/trade-ideas/${id}/deliveries`;
    expect((await test.call('GET', path(idea.id), { token: other })).status).toBe(403);
    expect((await test.call('GET', path(randomUUID()), { token: educator })).status).toBe(404);
    expect(await pushApp.waitForDeliveries(idea, { devices: 0 })).toMatchObject({ attempted: 0, waiting: 0 });
  });

  it('lists delivery counts for their own educator, newest first, while they are kept', async () => {
    const other = await test.openSession('two@test.example');
    const list = (token: string) =>
      test.call<IdeaDeliveries[]>('GET', '/api/trade-idea-deliveries', { token });
    const foreign = await publish(test, other);
    const withoutDevices = await publish(test, educator);
    await pushApp.waitForDeliveries(withoutDevices, { devices: 0 });
    const [ann, bob] = await Promise.all([pushApp.addCustomer(), pushApp.addCustomer()]);
    service.setReply(ann.device, { status: 410 });
    const idea = await publish(test, educator);
    await pushApp.waitForDeliveries(idea, { accepted: 1, gone: 1 });
    // A status change is a notification of its own and does not count.
    await pushApp.saveSettings(bob, { statusChanges: true });
    await pushApp.setStatus(idea.id, { status: 'successful' });
    await service.waitUntil(
      async () => service.sentTo(bob.device).length === 2,
      async () => 'the status change',
    );

    const expected = [];
    for (const { id } of [idea, withoutDevices])
      expected.push({ idea_id: id, ...(await pushApp.deliveries({ id })) });
    expect((await list(educator)).body).toEqual(expected);
    expect((await list(other)).body.map(({ idea_id }) => idea_id)).toEqual([foreign.id]);
    const refused = await list(ann.token);
    expect(refused.status).toBe(403);

    await test.database.pool.query('delete from push_notifications where idea_id = $1', [idea.id]);
    expect((await list(educator)).body).toEqual(expected.slice(1));
  });
});

it('sends a step of an open idea to those who want changes, once it can not be undone', async () => {
  const [ann, bob] = [await pushApp.addCustomer(), await pushApp.addCustomer()];
  await pushApp.saveSettings(ann, { statusChanges: true });
  const idea = await publish(test, educator);
  await pushApp.waitForDeliveries(idea, { accepted: 2 });
  const tell = (body: object) =>
    test.call<TradeIdea>('POST', `/api/trade-ideas/${idea.id}/steps`, { token: educator, body });
  const { body: undone } = await tell({ kind: 'entry_filled' });
  await test.call('POST', `/api/trade-ideas/${idea.id}/undo`, {
    token: educator,
    headers: { 'if-match': `"${undone.version}"` },
  });
  await tell({ kind: 'exit_taken', level: 'exit_1', share: 50 });
  expect(service.sentTo(ann.device)).toHaveLength(1);
  await pushApp.endUndoTime();
  await service.waitUntil(() => service.sentTo(ann.device).length === 2);
  expect(service.sentTo(ann.device)[1]?.message).toMatchObject({
    kind: 'step',
    title: 'EUR/USD Bullish · Update',
    body: 'Exit 1 reached: 50 % closed, the rest runs\nEducator One · Forex Leverage',
  });
  expect(service.sentTo(bob.device)).toHaveLength(1);
});

describe('a touched level', () => {
  const at = new Date();
  const touch = (idea: TradeIdea, level: ResultLevel) =>
    test.database.db.transaction((tx) => pushNotifier.touched(tx, idea, { level, at, source: 'Kraken' }));

  it('is sent to customers who asked for it, of this idea or of all bookmarked ones', async () => {
    const [ann, bob, cat] = [
      await pushApp.addCustomer(),
      await pushApp.addCustomer(),
      await pushApp.addCustomer(),
    ];
    const idea = await publish(test, educator);
    await pushApp.waitForDeliveries(idea, { accepted: 3 });
    const keep = (token: string, body: unknown) =>
      test.call('PUT', `/api/bookmarks/${idea.id}`, { token, body });
    await keep(ann.token, { alerts: ['exit'] });
    await keep(bob.token, { is_bookmarked: true });
    await keep(cat.token, { is_bookmarked: true });
    await pushApp.saveSettings(bob, { bookmarkAlerts: true });
    await touch(idea, 'exit_2');
    const isSent = async (count: number) => service.sentTo(bob.device).length === count;
    await service.waitUntil(() => isSent(2));
    await touch(idea, 'invalidation_level');
    await service.waitUntil(() => isSent(3));
    expect(service.sentTo(ann.device).at(-1)?.message).toMatchObject({
      kind: 'touch',
      title: 'EUR/USD Bullish · Exit 2 reached',
      body: 'Kraken: the price reached exit 2 (1.0985).\nEducator One · Forex Leverage',
      path: `/ideas/${idea.id}`,
      at: at.toISOString(),
    });
    expect(service.sentTo(ann.device)).toHaveLength(2);
    expect(service.sentTo(cat.device)).toHaveLength(1);
  });

  it('is not sent of a closed idea, nor of educator 9', async () => {
    const ann = await pushApp.addCustomer();
    const [idea, other] = [await publish(test, educator), await publish(test, educator)];
    for (const { id } of [idea, other])
      await test.call('PUT', `/api/bookmarks/${id}`, { token: ann.token, body: { alerts: ['entry'] } });
    await pushApp.setStatus(idea.id, { status: 'successful' });
    await touch(idea, 'entry_1');
    await touch(await publishHidden(test), 'entry_1');
    await touch(other, 'entry_1');
    const touched = () => service.sentTo(ann.device).filter(({ message }) => message.kind === 'touch');
    await service.waitUntil(() => touched().length === 1);
    expect(touched()[0]?.message.ideaId).toBe(other.id);
  });
});

describe("a push service's response", () => {
  it.each([404, 410])('removes the subscription after a %d', async (status) => {
    const [ann, bob] = await Promise.all([pushApp.addCustomer(), pushApp.addCustomer()]);
    service.setReply(ann.device, { status });
    const idea = await publish(test, educator);
    expect(await pushApp.waitForDeliveries(idea, { accepted: 1, gone: 1 })).toMatchObject({
      devices: 2,
      attempted: 2,
    });
    const left = await test.database.db.select().from(pushSubscriptions);
    expect(left.map(({ userId }) => userId)).toEqual([bob.id]);
    const next = await publish(test, educator);
    expect(await pushApp.waitForDeliveries(next, { accepted: 1 })).toMatchObject({ devices: 1 });
    expect(service.sentTo(ann.device)).toHaveLength(1);
  });

  it('sends a shorter message after a 413', async () => {
    const ann = await pushApp.addCustomer();
    service.setReply(ann.device, (attempt) => ({ status: attempt === 1 ? 413 : 201 }));
    const idea = await publish(test, educator, { notes: 'x'.repeat(4_000) });
    await pushApp.waitForDeliveries(idea, { accepted: 1 });
    const [whole, small] = service.sentTo(ann.device);
    expect(small?.size).toBeLessThan(whole?.size ?? 0);
    expect(small?.message).toMatchObject({
      title: whole?.message.title,
      body: 'Entry 1.0842 · Invalidation 1.0755 · Exit 1.0921',
      image: null,
    });
    service.setReply(ann.device, { status: 413 });
    await pushApp.waitForDeliveries(await publish(test, educator), { failed: 1 });
  });

  it('delays the retry after a 429 as requested', async () => {
    const ann = await pushApp.addCustomer();
    service.setReply(ann.device, (attempt) =>
      attempt === 1 ? { status: 429, headers: { 'retry-after': '600' } } : { status: 201 },
    );
    const idea = await publish(test, educator);
    await pushApp.waitForDeliveries(idea, { waiting: 1, attempted: 1 });
    const [row] = await pushApp.findDeliveries(idea);
    const wait = (row?.delivery.nextAt.getTime() ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(590_000);
    expect(wait).toBeLessThanOrEqual(600_000);
    // The job is added after the row is updated.
    const jobs = () =>
      test.database.pool.query<{ wait: number }>(
        "select extract(epoch from run_at - now())::float8 as wait from chartlark_jobs._private_jobs where payload->>'notification' = $1 and attempts = 0",
        [row?.notification.id],
      );
    await service.waitUntil(async () => (await jobs()).rowCount === 1);
    expect((await jobs()).rows).toEqual([{ wait: expect.closeTo(wait / 1000, -1) }]);
    await pushApp.makeDueNow(idea);
    await pushApp.waitForDeliveries(idea, { accepted: 1, waiting: 0 });
    expect(service.sentTo(ann.device)).toHaveLength(2);
    expect(service.shownOn(ann.device)).toHaveLength(1);
  });

  it.each([
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['a broken connection', 'break'],
  ] as const)('retries with backoff after %s', async (_name, reply) => {
    const ann = await pushApp.addCustomer();
    service.setReply(ann.device, reply);
    const idea = await publish(test, educator);
    const waits: number[] = [];
    for (const attempts of [1, 2]) {
      await service.waitUntil(
        async () => (await pushApp.findDeliveries(idea))[0]?.delivery.attempts === attempts,
      );
      waits.push(((await pushApp.findDeliveries(idea))[0]?.delivery.nextAt.getTime() ?? 0) - Date.now());
      if (attempts === 2) service.setReply(ann.device, { status: 201 });
      await pushApp.makeDueNow(idea);
    }
    await pushApp.waitForDeliveries(idea, { accepted: 1 });
    expect(waits[0]).toBeGreaterThan(2_000);
    expect(waits[1]).toBeGreaterThan(20_000);
    expect(service.shownOn(ann.device)).toHaveLength(1);
  });

  it.each([400, 401, 403, 301, 307])('treats %d as final and logs it without secrets', async (status) => {
    const ann = await pushApp.addCustomer();
    service.setReply(ann.device, { status, headers: { location: `${service.origin}/push/elsewhere` } });
    const idea = await publish(test, educator);
    await pushApp.waitForDeliveries(idea, { failed: 1 });
    expect(service.received).toHaveLength(1);
    const line = pushApp.logEntries.find(({ notification }) => notification !== undefined);
    expect(line).toMatchObject({
      level: status === 401 || status === 403 ? 40 : 30,
      host: new URL(service.origin).host,
      answered: String(status),
      devices: 1,
    });
    for (const secret of [ann.device, 'vapid', 'privateKey'])
      expect(JSON.stringify(pushApp.logEntries)).not.toContain(secret);
    // Not the device's fault: the subscription stays.
    expect(await test.database.db.select().from(pushSubscriptions)).toHaveLength(1);
  });

  it('does not read a huge body to its end', async () => {
    const ann = await pushApp.addCustomer();
    service.setReply(ann.device, { status: 201, body: 'x'.repeat(50_000_000) });
    await pushApp.waitForDeliveries(await publish(test, educator), { accepted: 1 });
  });

  it('delivers to a device although others have unusable keys', async () => {
    const [ann, bob] = [await pushApp.addCustomer(), await pushApp.addCustomer()];
    await test.database.db
      .update(pushSubscriptions)
      .set({ p256dh: 'A'.repeat(87) })
      .where(eq(pushSubscriptions.userId, ann.id));
    const idea = await publish(test, educator);
    expect(await pushApp.waitForDeliveries(idea, { accepted: 1, failed: 1 })).toMatchObject({ attempted: 1 });
    expect(service.sentTo(bob.device)).toHaveLength(1);
    expect(pushApp.logEntries.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'Preparing a push message failed' },
    ]);
    pushApp.logEntries.length = 0;
  });

  it('uses kept-alive connections', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.waitForDeliveries(await publish(test, educator), { accepted: 1 });
    const before = service.connections;
    for (let ideas = 0; ideas < 5; ideas++)
      await pushApp.waitForDeliveries(await publish(test, educator), { accepted: 1 });
    expect(service.connections).toBe(before);
    expect(service.sentTo(ann.device)).toHaveLength(6);
  });
});
