import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  defaultPushSettings,
  type PushDevice,
  type PushSubscriptionInput,
} from '../../../contract/notifications/push.ts';
import type { Config } from '../../../contract/shared/config.ts';
import { rateLimits } from '../../../contract/shared/rate-limits.ts';
import { AccountsService } from '../../account/accounts-service.ts';
import { exportPerson } from '../../account/person-export.ts';
import { pushSubscriptions, sessions, settings, users } from '../../database/schema.ts';
import { createDevice, subscriptionInput } from '../../testing/push-device.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';
import { VapidKeyStore } from '../transport/vapid-keys.ts';

const PATH = '/api/push/subscriptions';
const CUSTOMER = 'customer@test.example';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
afterEach(() => test.database.db.delete(pushSubscriptions));

const subscribe = (token: string, body: unknown) => test.call<PushDevice>('POST', PATH, { token, body });
const renew = (
  previous: PushSubscriptionInput,
  subscription: PushSubscriptionInput,
  auth = previous.keys.auth,
) =>
  test.call<{ code?: string }>('POST', '/api/push/renewals', {
    body: { previous: { endpoint: previous.endpoint, auth }, subscription },
  });
const rows = () => test.database.db.select().from(pushSubscriptions);
const endpoints = async () => (await rows()).map(({ endpoint }) => endpoint);
const currentSession = async (token: string) => {
  const answer = await test.call<{ id: string; current: boolean }[]>('GET', '/api/auth/sessions', { token });
  return answer.body.find(({ current }) => current)?.id ?? '';
};

describe('POST /api/push/subscriptions', () => {
  it('stores the subscription with user and session, and is idempotent', async () => {
    const token = await test.openSession(CUSTOMER);
    const device = subscriptionInput();
    const first = await subscribe(token, { ...device, expirationTime: Date.parse('2027-01-01T00:00:00Z') });
    expect(first).toMatchObject({ status: 200, body: { lastPush: null } });
    expect(await rows()).toMatchObject([
      {
        id: first.body.id,
        endpoint: device.endpoint,
        p256dh: device.keys.p256dh,
        auth: device.keys.auth,
        userId: test.people.customer.id,
        sessionId: await currentSession(token),
        expiresAt: new Date('2027-01-01T00:00:00Z'),
      },
    ]);
    expect((await subscribe(token, device)).body).toEqual(first.body);
    expect(await rows()).toMatchObject([{ id: first.body.id, expiresAt: null }]);
  });

  it("replaces the session's previous endpoint", async () => {
    const token = await test.openSession(CUSTOMER);
    const [old, fresh] = [subscriptionInput(), subscriptionInput()];
    await subscribe(token, old);
    await subscribe(token, fresh);
    expect(await endpoints()).toEqual([fresh.endpoint]);
  });

  it.each([
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://user@push.example.org/x',
    'https://localhost/x',
    'https://[bad/x',
  ])('rejects the endpoint %s', async (endpoint) => {
    const token = await test.openSession(CUSTOMER);
    const answer = await subscribe(token, subscriptionInput(endpoint));
    expect(answer).toMatchObject({ status: 422, body: { code: 'PUSH_ENDPOINT_REFUSED' } });
    expect(await rows()).toEqual([]);
  });

  it('rejects an invalid key and malformed subscriptions', async () => {
    const token = await test.openSession(CUSTOMER);
    const device = subscriptionInput();
    const withKeys = (keys: object) => ({ ...device, keys: { ...device.keys, ...keys } });
    for (const body of [
      withKeys({ p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') }),
      withKeys({ p256dh: 'short' }),
      withKeys({ auth: 'short' }),
      { ...device, endpoint: `https://push.example.org/${'x'.repeat(2_000)}` },
      { endpoint: device.endpoint },
      {},
    ])
      expect((await subscribe(token, body)).status, JSON.stringify(body)).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('ignores an invalid expiry time', async () => {
    const token = await test.openSession(CUSTOMER);
    for (const expirationTime of [1e20, -1, Number.MAX_SAFE_INTEGER]) {
      expect((await subscribe(token, { ...subscriptionInput(), expirationTime })).status).toBe(200);
      expect(await rows()).toMatchObject([{ expiresAt: null }]);
    }
  });

  it('keeps one subscription of a session that sends several at once', async () => {
    const token = await test.openSession(CUSTOMER);
    const answers = await Promise.all(Array.from({ length: 5 }, () => subscribe(token, subscriptionInput())));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await rows()).toHaveLength(1);
  });
});

describe('a browser used by two accounts', () => {
  it('assigns a browser used by two accounts to the last one, as a new subscription', async () => {
    const device = subscriptionInput();
    const mine = await subscribe(await test.openSession(CUSTOMER), device);
    const theirs = await subscribe(await test.openSession('one@test.example'), device);
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect(await rows()).toMatchObject([{ userId: test.people.educator1.id }]);
  });

  it('refuses to take a subscription over with the endpoint alone', async () => {
    const device = subscriptionInput();
    await subscribe(await test.openSession(CUSTOMER), device);
    const stranger = await test.openSession('one@test.example');
    expect(await subscribe(stranger, subscriptionInput(device.endpoint))).toMatchObject({
      status: 422,
      body: { code: 'PUSH_ENDPOINT_REFUSED' },
    });
    await test.call('DELETE', PATH, { token: stranger, body: { endpoint: device.endpoint } });
    expect(await rows()).toMatchObject([{ userId: test.people.customer.id, auth: device.keys.auth }]);
  });
});

describe('removing subscriptions', () => {
  it('removes the subscription', async () => {
    const token = await test.openSession(CUSTOMER);
    const device = subscriptionInput();
    await subscribe(token, device);
    const answer = await test.call('DELETE', PATH, { token, body: { endpoint: device.endpoint } });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await rows()).toEqual([]);
  });

  /** Ways a session ends: each with a token of it, and the device it leaves behind. */
  const endings: Record<string, (token: string) => Promise<unknown>> = {
    'signing out': (token) => test.call('POST', '/api/auth/logout', { token }),
    'signing the device out from another': async (token) => {
      const other = await test.openSession(CUSTOMER);
      return test.call('DELETE', `/api/auth/sessions/${await currentSession(token)}`, { token: other });
    },
    'another password': async () =>
      test.call('PUT', '/api/auth/password', {
        token: await test.openSession(CUSTOMER),
        body: { currentPassword: PASSWORD, newPassword: PASSWORD },
      }),
    "an operator's command": async () => {
      await new AccountsService(
        test.database.db,
        () => new Date(),
        async () => undefined,
      ).endSessions(CUSTOMER);
    },
    'the account being disabled': async () => {
      const accounts = new AccountsService(
        test.database.db,
        () => new Date(),
        async () => undefined,
      );
      await accounts.disable(CUSTOMER);
      await accounts.enable(CUSTOMER);
    },
  };
  it.each(Object.entries(endings))('removes a subscription with %s', async (_how, end) => {
    const token = await test.openSession(CUSTOMER);
    const educator = subscriptionInput();
    await subscribe(await test.openSession('one@test.example'), educator);
    await subscribe(token, subscriptionInput());
    await end(token);
    expect(await endpoints()).toEqual([educator.endpoint]);
  });

  it('rejects a session that ended before the call', async () => {
    const token = await test.openSession(CUSTOMER);
    // Still cached as active here: another process ended it.
    await test.database.db
      .update(sessions)
      .set({ endedAt: new Date() })
      .where(eq(sessions.id, await currentSession(token)));
    expect((await subscribe(token, subscriptionInput())).status).toBe(401);
    expect(await rows()).toEqual([]);
  });
});

describe('a subscription replaced by the browser', () => {
  it('renews a subscription by its secret without a session, and idempotently', async () => {
    const [old, fresh] = [subscriptionInput(), subscriptionInput()];
    const { body } = await subscribe(await test.openSession(CUSTOMER), old);
    expect(await renew(old, fresh)).toMatchObject({ status: 200, body: { success: true } });
    const kept = { id: body.id, endpoint: fresh.endpoint, userId: test.people.customer.id, ...fresh.keys };
    expect(await rows()).toMatchObject([kept]);
    expect((await renew(old, fresh)).status).toBe(200);
    expect(await rows()).toMatchObject([kept]);
  });

  it('keeps one subscription if the page registered the new one first', async () => {
    const [old, fresh] = [subscriptionInput(), subscriptionInput()];
    await subscribe(await test.openSession(CUSTOMER), old);
    await subscribe(await test.openSession(CUSTOMER), fresh);
    expect((await renew(old, fresh)).status).toBe(200);
    expect(await endpoints()).toEqual([fresh.endpoint]);
  });

  it('does not renew a subscription without the secret, and reveals nothing in the response', async () => {
    const [old, unknown] = [subscriptionInput(), subscriptionInput()];
    await subscribe(await test.openSession(CUSTOMER), old);
    const wrong = await renew(old, subscriptionInput(), subscriptionInput().keys.auth);
    const nobody = await renew(unknown, subscriptionInput());
    expect(wrong).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(nobody.body).toEqual(wrong.body);
    expect((await renew(unknown, subscriptionInput(), 'A'.repeat(22))).status).toBe(404);
    expect(await endpoints()).toEqual([old.endpoint]);
  });

  it("does not redirect a subscription to a private address or another user's device", async () => {
    const [mine, theirs] = [subscriptionInput(), subscriptionInput()];
    await subscribe(await test.openSession(CUSTOMER), mine);
    await subscribe(await test.openSession('one@test.example'), theirs);
    for (const endpoint of ['https://10.0.0.1/x', theirs.endpoint])
      expect((await renew(mine, subscriptionInput(endpoint))).status).toBe(422);
    expect((await endpoints()).toSorted()).toEqual([mine.endpoint, theirs.endpoint].toSorted());
  });

  it('limits the rate of renewals per address', async () => {
    const other = await startTestApp({
      settings: { TRUST_PROXY: '1', RATE_LIMITS: 'on' },
      clock: () => new Date(0),
    });
    const from = (address: string) =>
      other.call('POST', '/api/push/renewals', {
        headers: { 'x-forwarded-for': address },
        body: {
          previous: { endpoint: `https://push.example.org/${randomUUID()}`, auth: 'A'.repeat(22) },
          subscription: createDevice().subscription,
        },
      });
    for (let tries = 0; tries < rateLimits.renewal.burst; tries++)
      expect((await from('203.0.113.7')).status).toBe(404);
    const refused = await from('203.0.113.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe(60 / rateLimits.renewal.perMinute);
    expect((await from('203.0.113.8')).status).toBe(404);
    await other.close();
  });
});

describe('push settings', () => {
  const call = (method: string, token: string, body?: unknown) =>
    test.call(method, '/api/push/settings', { token, ...(body ? { body } : {}) });

  it('turns push settings off by default and stores them as chosen', async () => {
    const token = await test.openSession(CUSTOMER);
    expect((await call('GET', token)).body).toEqual(defaultPushSettings);
    const chosen = {
      statusChanges: true,
      followedOnly: { Forex: true, Crypto: false },
      quietHours: { from: '22:00', to: '07:30', timeZone: 'Europe/Berlin' },
    };
    expect(await call('PUT', token, chosen)).toMatchObject({ status: 200, body: chosen });
    expect((await call('GET', token)).body).toEqual({ ...defaultPushSettings, ...chosen });
    expect((await call('GET', await test.openSession('one@test.example'))).body).toEqual(defaultPushSettings);
  });

  it('changes what is given and leaves the rest as another device has set it', async () => {
    const token = await test.openSession('two@test.example');
    const quietHours = { from: '22:00', to: '07:30', timeZone: 'Europe/Berlin' };
    await call('PUT', token, { quietHours });
    await call('PUT', token, { followedOnly: { Crypto: true } });
    await call('PUT', token, { followedOnly: { Forex: true } });
    const followedOnly = { Forex: true, Crypto: true };
    expect((await call('PUT', token, { statusChanges: true })).body).toEqual({
      ...defaultPushSettings,
      statusChanges: true,
      followedOnly,
      quietHours,
    });
    await call('PUT', token, { quietHours: null });
    expect((await call('GET', token)).body).toEqual({
      ...defaultPushSettings,
      statusChanges: true,
      followedOnly,
    });
    expect((await call('PUT', token, {})).status).toBe(400);
  });

  it.each([
    { from: '22:00', to: '24:00', timeZone: 'Europe/Berlin' },
    { from: '22:00', to: '7:00', timeZone: 'Europe/Berlin' },
    { from: '22:00', to: '07:00', timeZone: 'Europe/Atlantis' },
    { from: '22:00', to: '07:00', timeZone: '' },
    { from: '22:00', to: '07:00' },
    'always',
  ])('refuses quiet hours of %j', async (quietHours) => {
    const token = await test.openSession(CUSTOMER);
    expect((await call('PUT', token, { statusChanges: false, quietHours })).status).toBe(400);
  });
});

describe('the VAPID key', () => {
  const publicKeyOf = async (app: TestApp) =>
    (await app.call<Config>('GET', '/api/config')).body.pushPublicKey;

  it('creates the VAPID key once among concurrent starts and sends it to every browser', async () => {
    const other = await startTestApp();
    const stores = Array.from({ length: 8 }, () => new VapidKeyStore(other.database.db));
    const keys = await Promise.all(stores.map((store) => store.keys()));
    expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
    expect(await publicKeyOf(other)).toBe(keys[0]?.publicKey);
    expect(Buffer.from(keys[0]?.publicKey ?? '', 'base64url')).toHaveLength(65);
    expect(Buffer.from(keys[0]?.privateKey ?? '', 'base64url')).toHaveLength(32);
    expect(await publicKeyOf(test)).not.toBe(keys[0]?.publicKey);
    await other.close();
  });

  it("returns the VAPID key in no response and no export, nor subscriptions' secrets", async () => {
    await publicKeyOf(test);
    const [row] = await test.database.db.select().from(settings).where(eq(settings.key, 'vapid-keys'));
    const { privateKey } = (row ?? { value: {} }).value as { privateKey: string };
    expect(privateKey).toHaveLength(43);
    const device = subscriptionInput();
    const token = await test.openSession(CUSTOMER);
    const answers = [
      await subscribe(token, device),
      await test.call('GET', '/api/config'),
      await test.call('GET', '/api/push/settings', { token }),
      await exportPerson(test.database.pool, { email: CUSTOMER }, new Date()),
    ].map((answer) => JSON.stringify(answer));
    expect(answers.join()).toContain(device.endpoint);
    for (const secret of [privateKey, device.keys.auth, device.keys.p256dh])
      expect(answers.join()).not.toContain(secret);
  });
});

it('leaves no subscription of a deleted account', async () => {
  await subscribe(await test.openSession('two@test.example'), subscriptionInput());
  const { id } = test.people.educator2;
  await test.database.db.delete(sessions).where(eq(sessions.userId, id));
  await test.database.db.delete(users).where(eq(users.id, id));
  expect(await rows()).toEqual([]);
});
