import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../contract/account/auth.ts';
import {
  listPasskeys,
  type Passkey,
  type PasskeyAssertion,
  passkeyConfirmOptions,
  passkeySignIn,
  passkeySignInOptions,
} from '../../../contract/account/passkeys.ts';
import { EDUCATOR_ACCESS_DENIED } from '../../../contract/shared/web-errors.ts';
import { authEvents, passkeys, usedChallenges, users } from '../../database/schema.ts';
import {
  getRegistrationOptions,
  getSignInOptions,
  type RequestOptions,
  registerPasskey,
} from '../../testing/passkey-calls.ts';
import { SoftwareAuthenticator, USER_PRESENT } from '../../testing/software-authenticator.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { SIGN_IN_LIMITS } from '../sessions/sign-in-limits.ts';
import { CHALLENGE_LIFETIME_MS } from './challenges.ts';

const customer = 'customer@test.example';
const one = 'one@test.example';

let test: TestApp;
/** Added to the real time. */
let elapsedMs = 0;
/** A network of its own for each sign-in, so that refusals of one test do not limit the next. */
let network = 0;

beforeAll(async () => {
  test = await startTestApp({
    settings: { TRUST_PROXY: '1' },
    clock: () => new Date(Date.now() + elapsedMs),
  });
});
afterAll(() => test.close());
// Twenty per account would not be enough for all tests.
beforeEach(() => test.database.db.delete(passkeys));

type SignedIn = { sessionToken: string; browserToken: string; user: { email: string } };
type Refusal = { code: string; message: string };

const signIn = (
  response: PasskeyAssertion,
  selectedRole: Role = 'customer',
  address = `10.1.0.${++network}`,
) =>
  test.call<SignedIn & Refusal>('POST', passkeySignIn.path, {
    body: { response, selectedRole },
    headers: { 'x-forwarded-for': address },
  });
const options = () => getSignInOptions(test);
const add = async (email: string, authenticator?: SoftwareAuthenticator) =>
  registerPasskey(test, await test.signIn(email), authenticator);
const lastEvent = async () => {
  const { rows } = await test.database.pool.query(
    'select kind, email, user_id, selected_role from auth_events order by id desc limit 1',
  );
  return rows[0];
};
const expectRefused = async (answer: { status: number; body: Refusal }, email: string) => {
  expect(answer).toMatchObject({ status: 401, body: { code: 'BAD_CREDENTIALS' } });
  expect(await lastEvent()).toMatchObject({ kind: 'passkey_refused', email });
};
const list = async (token: string) => (await test.call<Passkey[]>('GET', listPasskeys.path, { token })).body;

describe('signing in with a passkey', () => {
  it('opens a session and notes the use', async () => {
    const authenticator = await add(customer);
    const answer = await signIn(authenticator.sign(await options()));
    expect(answer).toMatchObject({ status: 200, body: { user: { email: customer } } });
    expect(await lastEvent()).toMatchObject({ kind: 'sign_in', email: customer, selected_role: 'customer' });
    const mine = (await list(answer.body.sessionToken)).find(({ id }) => id === authenticator.id);
    expect(mine?.lastUsedAt).not.toBeNull();
  });

  it('ends the session the browser had, and knows the browser again', async () => {
    const authenticator = await add(customer);
    const before = await signIn(authenticator.sign(await options()));
    const { sessionToken, browserToken } = before.body;
    const after = await test.call<SignedIn>('POST', passkeySignIn.path, {
      body: {
        response: authenticator.sign(await options()),
        selectedRole: 'customer',
        replacedSessionToken: sessionToken,
        browserTokens: [browserToken],
      },
    });
    expect(after.body.browserToken).toBe(browserToken);
    expect((await test.call('GET', '/api/auth/user', { token: sessionToken })).status).toBe(401);
  });

  it('works in two tabs whose challenges are open at the same time', async () => {
    const authenticator = await add(customer);
    const [first, second] = [await options(), await options()];
    expect((await signIn(authenticator.sign(second))).status).toBe(200);
    expect((await signIn(authenticator.sign(first))).status).toBe(200);
  });

  it('lets an educator of the allow-list in', async () => {
    const authenticator = await add(one);
    expect(await signIn(authenticator.sign(await options()), 'educator')).toMatchObject({
      status: 200,
      body: { user: { email: one, role: 'educator' } },
    });
  });

  it("refuses a customer's passkey on the educator login with the sentence of SPEC §5 (§5.3)", async () => {
    const authenticator = await add(customer);
    expect(await signIn(authenticator.sign(await options()), 'educator')).toMatchObject({
      status: 403,
      body: { code: 'EDUCATOR_ACCESS_DENIED', message: EDUCATOR_ACCESS_DENIED },
    });
    expect(await lastEvent()).toMatchObject({ kind: 'passkey_refused', email: customer });
  });

  it('refuses an educator who left the allow-list with the sentence of SPEC §5', async () => {
    const authenticator = await add('two@test.example');
    const { db } = test.database;
    await db.update(users).set({ educatorId: '8' }).where(eq(users.email, 'two@test.example'));
    expect(await signIn(authenticator.sign(await options()), 'educator')).toMatchObject({
      status: 403,
      body: { message: EDUCATOR_ACCESS_DENIED },
    });
    await db.update(users).set({ educatorId: '2' }).where(eq(users.email, 'two@test.example'));
  });

  it("refuses an educator's passkey on the customer login like a wrong password", async () => {
    const authenticator = await add(one);
    await expectRefused(await signIn(authenticator.sign(await options()), 'customer'), one);
  });

  it('refuses a second use of the same answer, and of its challenge by another passkey', async () => {
    const [authenticator, other] = [await add(customer), await add(customer)];
    const given = await options();
    const response = authenticator.sign(given);
    expect((await signIn(response)).status).toBe(200);
    await expectRefused(await signIn(response), customer);
    await expectRefused(await signIn(other.sign(given)), customer);
  });

  it('opens one session when an answer arrives twice at the same time', async () => {
    const authenticator = await add(customer);
    const response = authenticator.sign(await options());
    const answers = await Promise.all([signIn(response), signIn(response), signIn(response)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  it('refuses an expired challenge', async () => {
    const authenticator = await add(customer);
    const given = await options();
    elapsedMs += CHALLENGE_LIFETIME_MS + 1;
    await expectRefused(await signIn(authenticator.sign(given)), customer);
    expect((await signIn(authenticator.sign(await options()))).status).toBe(200);
  });

  it('refuses a challenge that the server did not make, or that was changed', async () => {
    const authenticator = await add(customer);
    const { challenge, rpId } = await options();
    const later = Buffer.from(challenge, 'base64url');
    later.writeUInt8((later[16 + 7] ?? 0) ^ 1, 16 + 7);
    for (const forged of [randomBytes(32), randomBytes(56), later])
      await expectRefused(
        await signIn(authenticator.sign({ challenge: forged.toString('base64url'), rpId })),
        customer,
      );
    await expectRefused(await signIn(authenticator.sign({ challenge: 5 as never, rpId })), customer);
  });

  it('refuses a challenge that was made for something else', async () => {
    const token = await test.signIn(customer);
    const authenticator = await registerPasskey(test, token);
    const confirm = await test.call<RequestOptions>('POST', passkeyConfirmOptions.path, { token });
    await expectRefused(await signIn(authenticator.sign(confirm.body)), customer);
    const { challenge, rp } = await getRegistrationOptions(test, token);
    await expectRefused(await signIn(authenticator.sign({ challenge, rpId: rp.id })), customer);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a host that begins like ours', { origin: 'http://localhost.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a registration instead of a sign-in', { type: 'webauthn.create' }],
    ['no user verification', { flags: USER_PRESENT }],
    ['no user handle', { userHandle: undefined }],
    ['the user handle of somebody else', { userHandle: randomBytes(16).toString('base64url') }],
  ])('refuses an answer with %s', async (_what, changes) => {
    const authenticator = await add(customer);
    await expectRefused(await signIn(authenticator.sign(await options(), changes)), customer);
  });

  it('refuses a signature by another key', async () => {
    const authenticator = await add(customer);
    const impostor = new SoftwareAuthenticator(undefined, authenticator.id);
    impostor.register(await getRegistrationOptions(test, await test.signIn(customer)));
    await expectRefused(await signIn(impostor.sign(await options())), customer);
  });

  it('refuses a counter that does not go up: the passkey may have been copied', async () => {
    const authenticator = new SoftwareAuthenticator();
    authenticator.counter = 4;
    await add(customer, authenticator);
    authenticator.counter = 7;
    expect((await signIn(authenticator.sign(await options()))).status).toBe(200);
    await expectRefused(await signIn(authenticator.sign(await options())), customer);
    authenticator.counter = 6;
    await expectRefused(await signIn(authenticator.sign(await options())), customer);
    authenticator.counter = 8;
    expect((await signIn(authenticator.sign(await options()))).status).toBe(200);
  });

  it('refuses a disabled account', async () => {
    const authenticator = await add(one);
    const { db } = test.database;
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, one));
    await expectRefused(await signIn(authenticator.sign(await options()), 'educator'), one);
    await db.update(users).set({ disabledAt: null }).where(eq(users.email, one));
  });

  it('refuses a removed passkey, and stores its id only as a keyed hash', async () => {
    const token = await test.signIn(customer);
    const authenticator = await registerPasskey(test, token);
    await test.call('DELETE', `${listPasskeys.path}/${authenticator.id}`, { token });
    expect(await signIn(authenticator.sign(await options()))).toMatchObject({
      status: 401,
      body: { code: 'BAD_CREDENTIALS' },
    });
    expect(await lastEvent()).toMatchObject({
      kind: 'passkey_refused',
      email: expect.stringMatching(/^unknown:/),
      user_id: null,
    });
    expect((await lastEvent()).email).not.toContain(authenticator.id);
  });

  it('blocks a network after ten refusals, like wrong passwords', async () => {
    const authenticator = await add(customer);
    const address = '10.2.0.1';
    const wrong = { rpId: 'evil.example' };
    for (let attempt = 0; attempt < SIGN_IN_LIMITS.failures.points; attempt++)
      expect((await signIn(authenticator.sign(await options(), wrong), 'customer', address)).status).toBe(
        401,
      );
    const blocked = await signIn(authenticator.sign(await options()), 'customer', address);
    expect(blocked).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect((await signIn(authenticator.sign(await options()))).status).toBe(200);
  });

  it('opens from a new network while guesses of the password have locked the account', async () => {
    const authenticator = await add(customer);
    const guess = (address: string) =>
      test.call('POST', '/api/auth/login', {
        body: { email: customer, password: 'guess', selectedRole: 'customer' },
        headers: { 'x-forwarded-for': address },
      });
    expect((await guess('10.3.0.1')).status).toBe(401);
    await test.database.pool.query("update sign_in_limits set points = $1 where key like 'account:%'", [
      SIGN_IN_LIMITS.account.points,
    ]);
    expect((await guess('10.3.0.2')).status).toBe(429);
    expect((await signIn(authenticator.sign(await options()))).status).toBe(200);
    await test.database.pool.query('delete from sign_in_limits');
  });

  it('tells nobody which accounts exist: the options are the same for all, and ask for none', async () => {
    await add(customer);
    const ask = (body?: object) =>
      test.call<RequestOptions>('POST', passkeySignInOptions.path, body === undefined ? {} : { body });
    for (const email of [customer, 'nobody@test.example'])
      expect(await ask({ email })).toMatchObject({
        status: 400,
        body: { fields: { email: 'Unknown field' } },
      });
    const answers = await Promise.all([ask(), ask()]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({
        challenge: expect.stringMatching(/^[\w-]{75}$/),
        rpId: 'localhost',
        timeout: CHALLENGE_LIFETIME_MS,
        userVerification: 'required',
      });
    }
    expect(new Set(answers.map(({ body }) => body.challenge)).size).toBe(answers.length);
  });
});

it('stores only challenges that were used, as hashes, and until they expire', async () => {
  const { db } = test.database;
  const authenticator = await add(customer);
  await db.delete(usedChallenges);
  const [unused, used] = [await options(), await options()];
  expect((await signIn(authenticator.sign(used))).status).toBe(200);
  const rows = await db.select().from(usedChallenges);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.hash).toHaveLength(32);
  expect(Buffer.from(used.challenge, 'base64url').includes(rows[0]?.hash ?? '')).toBe(false);
  expect(rows[0]?.expiresAt.getTime()).toBeGreaterThan(Date.now() + elapsedMs);
  expect(unused.challenge).not.toBe(used.challenge);
});

it('logs refusals of unknown passkeys without the text of the request', async () => {
  const events = await test.database.db
    .select()
    .from(authEvents)
    .where(eq(authEvents.kind, 'passkey_refused'));
  expect(events.length).toBeGreaterThan(0);
  for (const { email } of events) expect(email).toMatch(/@test\.example$|^unknown:/);
});
