import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addPasskey,
  confirmPasskey,
  listPasskeys,
  MAX_PASSKEYS,
  type Passkey,
  type PasskeyAssertion,
  passkeyConfirmOptions,
  passkeyRegistrationOptions,
} from '../../../contract/account/passkeys.ts';
import { passkeys, sessions } from '../../database/schema.ts';
import {
  getRegistrationOptions,
  getSignInOptions,
  type RequestOptions,
  registerPasskey,
} from '../../testing/passkey-calls.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../testing/push-service-tls.ts';
import { SoftwareAuthenticator, USER_PRESENT } from '../../testing/software-authenticator.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const customer = 'customer@test.example';
const one = 'one@test.example';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
// Twenty per account would not be enough for all tests.
beforeEach(() => test.database.db.delete(passkeys));

const lastEvent = async () => {
  const { rows } = await test.database.pool.query(
    'select kind, email from auth_events order by id desc limit 1',
  );
  return rows[0];
};
const list = async (token: string) => (await test.call<Passkey[]>('GET', listPasskeys.path, { token })).body;
const authenticateLongAgo = () =>
  test.database.db.update(sessions).set({ authenticatedAt: new Date(Date.now() - 11 * 60_000) });

describe('own passkeys', () => {
  it('adds, lists without their key, renames and removes own passkeys, and logs each change', async () => {
    const token = await test.signIn(one);
    const authenticator = await registerPasskey(test, token);
    expect(await lastEvent()).toMatchObject({ kind: 'passkey_added', email: one });
    const mine = (await list(token)).find(({ id }) => id === authenticator.id);
    expect(mine).toEqual({
      id: authenticator.id,
      name: 'Phone',
      createdAt: expect.any(String),
      lastUsedAt: null,
      backedUp: false,
    });
    const path = `${listPasskeys.path}/${authenticator.id}`;
    expect((await test.call('PUT', path, { token, body: { name: ' My phone ' } })).body).toMatchObject({
      name: 'My phone',
    });
    expect((await test.call('DELETE', path, { token })).status).toBe(200);
    expect(await lastEvent()).toMatchObject({ kind: 'passkey_removed', email: one });
    expect((await list(token)).map(({ id }) => id)).not.toContain(authenticator.id);
    expect((await test.call('DELETE', path, { token })).status).toBe(404);
  });

  it('neither lists, renames, removes nor asks for passkeys of another account', async () => {
    const [mine, theirs] = [await test.signIn(customer), await test.signIn(one)];
    const { id } = await registerPasskey(test, theirs);
    const path = `${listPasskeys.path}/${id}`;
    expect((await list(mine)).map((passkey) => passkey.id)).not.toContain(id);
    expect((await test.call('PUT', path, { token: mine, body: { name: 'Mine' } })).status).toBe(404);
    expect((await test.call('DELETE', path, { token: mine })).status).toBe(404);
    const { body } = await test.call<RequestOptions>('POST', passkeyConfirmOptions.path, { token: mine });
    expect(body.allowCredentials?.map((reference) => reference.id)).not.toContain(id);
    expect((await list(theirs)).find((passkey) => passkey.id === id)?.name).toBe('Phone');
  });

  it('adds and removes passkeys only soon after the password was given', async () => {
    const token = await test.signIn(customer);
    const { id } = await registerPasskey(test, token);
    const response = new SoftwareAuthenticator().register(await getRegistrationOptions(test, token));
    await authenticateLongAgo();
    const calls = [
      test.call('POST', passkeyRegistrationOptions.path, { token }),
      test.call('POST', addPasskey.path, { token, body: { response, name: 'Late' } }),
      test.call('DELETE', `${listPasskeys.path}/${id}`, { token }),
    ];
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { flags: USER_PRESENT | 0x40 }],
    ['a sign-in instead of a registration', { type: 'webauthn.get' }],
    ['a certificate of the device', { certificate: { certificate: TEST_CERTIFICATE, key: TEST_KEY } }],
  ])('refuses to add a passkey with %s', async (_what, changes) => {
    const token = await test.signIn(customer);
    const response = new SoftwareAuthenticator().register(await getRegistrationOptions(test, token), changes);
    expect(await test.call('POST', addPasskey.path, { token, body: { response, name: 'x' } })).toMatchObject({
      status: 422,
      body: { code: 'PASSKEY_REFUSED' },
    });
    expect(await lastEvent()).toMatchObject({ kind: 'passkey_refused', email: customer });
  });

  it('does not add a passkey twice, nor with a challenge of another account', async () => {
    const [mine, theirs] = [await test.signIn(customer), await test.signIn(one)];
    const response = new SoftwareAuthenticator().register(await getRegistrationOptions(test, mine));
    const send = (token: string) =>
      test.call('POST', addPasskey.path, { token, body: { response, name: 'x' } });
    expect((await send(theirs)).status).toBe(422);
    expect((await send(mine)).status).toBe(201);
    expect((await send(mine)).status).toBe(422);
    // Its id is taken, whatever the challenge.
    const known = new SoftwareAuthenticator(undefined, response.id);
    const again = known.register(await getRegistrationOptions(test, theirs));
    expect(
      (await test.call('POST', addPasskey.path, { token: theirs, body: { response: again, name: 'x' } }))
        .status,
    ).toBe(422);
  });

  it(`accepts at most ${MAX_PASSKEYS} passkeys, also when two are added at once`, async () => {
    const token = await test.signIn('two@test.example');
    for (let count = 1; count < MAX_PASSKEYS; count++) await registerPasskey(test, token);
    const responses = await Promise.all(
      [1, 2].map(async () => new SoftwareAuthenticator().register(await getRegistrationOptions(test, token))),
    );
    const answers = await Promise.all(
      responses.map((response) =>
        test.call('POST', addPasskey.path, { token, body: { response, name: 'x' } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await test.call('POST', passkeyRegistrationOptions.path, { token })).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_PASSKEYS' },
    });
  });
});

describe('a passkey instead of the password', () => {
  const confirm = (token: string, response: PasskeyAssertion) =>
    test.call('POST', confirmPasskey.path, { token, body: { response } });
  const getOptions = async (token: string) =>
    (await test.call<RequestOptions>('POST', passkeyConfirmOptions.path, { token })).body;

  it('allows sensitive changes for ten minutes after a passkey, once per challenge', async () => {
    const token = await test.signIn(customer);
    const authenticator = await registerPasskey(test, token);
    await authenticateLongAgo();
    const response = authenticator.sign(await getOptions(token));
    expect((await confirm(token, response)).status).toBe(200);
    expect((await test.call('POST', passkeyRegistrationOptions.path, { token })).status).toBe(200);
    expect((await confirm(token, response)).status).toBe(422);
  });

  it('is not blocked by failed sign-ins of others on the same network', async () => {
    const token = await test.signIn(customer);
    const authenticator = await registerPasskey(test, token);
    const guess = { email: 'nobody@test.example', password: 'a-wrong-password', selectedRole: 'customer' };
    while ((await test.call('POST', '/api/auth/login', { body: guess })).status !== 429);
    const response = authenticator.sign(await getOptions(token));
    expect((await confirm(token, response)).status).toBe(200);
    await test.database.pool.query('delete from sign_in_limits');
  });

  it("refuses another account's passkey or challenge, and counts that as a refusal", async () => {
    const [mine, theirs] = [await test.signIn(customer), await test.signIn(one)];
    const [own, other] = [await registerPasskey(test, mine), await registerPasskey(test, theirs)];
    await authenticateLongAgo();
    const attempts = [
      other.sign(await getOptions(mine)),
      own.sign(await getOptions(theirs)),
      own.sign(await getSignInOptions(test)),
    ];
    for (const response of attempts) {
      expect(await confirm(mine, response)).toMatchObject({ status: 422, body: { code: 'PASSKEY_REFUSED' } });
      expect(await lastEvent()).toMatchObject({ kind: 'passkey_refused', email: customer });
    }
    expect((await test.call('POST', passkeyRegistrationOptions.path, { token: mine })).status).toBe(403);
  });
});
