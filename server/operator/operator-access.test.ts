import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { passkeySignIn } from '../../contract/account/passkeys.ts';
import {
  addOperatorPasskey,
  endOperatorSession,
  getOperator,
  type Operator,
  openOperatorSession as openRoute,
  operatorRegistrationOptions,
  operatorSignIn,
  operatorSignInOptions,
  removeOperatorPasskeys,
} from '../../contract/operator/operator-access.ts';
import { countWaiting } from '../testing/count-waiting.ts';
import { createOperatorLink, openOperatorSession } from '../testing/operator-session.ts';
import {
  type CreationOptions,
  getSignInOptions,
  type RequestOptions,
  registerPasskey,
} from '../testing/passkey-calls.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { testEnv } from '../testing/test-env.ts';
import { OperatorsService } from './operators-service.ts';

type Opened = { sessionToken: string; name: string; code?: string };

const MINUTE_MS = 60_000;
let test: TestApp;
let now = Date.now();
const clock = () => new Date(now);
const operators = () => new OperatorsService(test.database.db, clock, testEnv());

beforeAll(async () => {
  test = await startTestApp({ clock, settings: { BASE_URL: 'http://localhost:3000' } });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.pool.query('delete from operator_passkeys; delete from operator_tokens');
});

const open = (token: string) => test.call<Opened>('POST', openRoute.path, { body: { token } });
const view = (token: string) => test.call<Operator & { code?: string }>('GET', getOperator.path, { token });
const listEvents = async () =>
  (
    await test.database.pool.query<{ kind: string; operator: string }>(
      "select kind, operator, email, user_id from auth_events where kind like 'operator%' order by id",
    )
  ).rows;

const addPasskey = async (token: string, authenticator = new SoftwareAuthenticator()) => {
  const { body } = await test.call<CreationOptions>('POST', operatorRegistrationOptions.path, { token });
  const response = authenticator.register(body);
  const { status } = await test.call('POST', addOperatorPasskey.path, { token, body: { response } });
  return { authenticator, response, status };
};
const getOptions = async () => (await test.call<RequestOptions>('POST', operatorSignInOptions.path)).body;
const signIn = (response: unknown) => test.call<Opened>('POST', operatorSignIn.path, { body: { response } });

describe('a link of the admin command', () => {
  it('opens a session once, whom the log names', async () => {
    const link = await createOperatorLink(test, ' Ada ', clock);
    const [first, second] = await Promise.all([open(link), open(link)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 410]);
    const { body } = first.status === 200 ? first : second;
    expect(body.name).toBe('Ada');
    expect((await view(body.sessionToken)).body).toEqual({
      name: 'Ada',
      passkeys: 0,
      outwardProblem: 'OUTWARD_KEY must be set: it encrypts tokens and addresses.',
    });
    expect(await listEvents()).toEqual([
      { kind: 'operator_link_used', operator: 'Ada', email: null, user_id: null },
    ]);
  });

  it('works for 15 minutes', async () => {
    const [first, second] = [
      await createOperatorLink(test, 'Ada', clock),
      await createOperatorLink(test, 'Ada', clock),
    ];
    now += 15 * MINUTE_MS - 1;
    expect((await open(first)).status).toBe(200);
    now += 1;
    expect((await open(second)).body.code).toBe('LINK_EXPIRED');
  });

  it('is no session, and is stored as a hash', async () => {
    const link = await createOperatorLink(test, 'Ada', clock);
    expect((await view(`clo_${link}`)).body.code).toBe('SESSION_ENDED');
    const { rows } = await test.database.pool.query('select * from operator_tokens');
    expect(JSON.stringify(rows)).not.toContain(link);
    expect((await open(link)).status).toBe(200);
  });

  it.each(['', '  ', 'A'.repeat(61)])('is not made for the name "%s"', async (name) => {
    await expect(operators().createLink(name)).rejects.toThrow(/Name/);
  });
});

describe('a session of an operator', () => {
  it('ends after 8 hours, when it is ended, and by the admin command', async () => {
    const [old, left, ended] = [
      await openOperatorSession(test, 'Ada', clock),
      await openOperatorSession(test, 'Ada', clock),
      await openOperatorSession(test, 'Bo', clock),
    ];
    await test.call('DELETE', endOperatorSession.path, { token: left });
    expect((await view(left)).body.code).toBe('SESSION_ENDED');
    expect((await view(old)).status).toBe(200);
    await addPasskey(ended);
    expect(await operators().end(' Bo ')).toEqual({ tokens: 1, passkeys: 1 });
    expect((await view(ended)).body.code).toBe('SESSION_ENDED');
    now += 8 * 60 * MINUTE_MS;
    expect((await view(old)).body.code).toBe('SESSION_ENDED');
  });

  it('opens nothing of people', async () => {
    const token = await openOperatorSession(test, 'Ada', clock);
    for (const path of ['/api/auth/user', '/api/trade-ideas', '/api/bookmarks', '/api/live'])
      expect((await test.call('GET', path, { token })).status, path).toBe(401);
  });
});

describe('a passkey of an operator', () => {
  it('opens a session without a link, and its challenge works once', async () => {
    const { authenticator, status } = await addPasskey(await openOperatorSession(test, 'Ada', clock));
    expect(status).toBe(201);
    const response = authenticator.sign(await getOptions());
    const { body } = await signIn(response);
    expect((await view(body.sessionToken)).body).toMatchObject({ name: 'Ada', passkeys: 1 });
    expect((await signIn(response)).body.code).toBe('PASSKEY_REFUSED');
    expect((await listEvents()).slice(-2).map(({ kind }) => kind)).toEqual([
      'operator_passkey_added',
      'operator_sign_in',
    ]);
  });

  it('opens no account, and a passkey of an account opens no operator’s page', async () => {
    const { authenticator } = await addPasskey(await openOperatorSession(test, 'Ada', clock));
    const body = { response: authenticator.sign(await getSignInOptions(test)), selectedRole: 'educator' };
    expect((await test.call('POST', passkeySignIn.path, { body })).status).toBe(401);
    const own = await registerPasskey(test, await test.openSession('one@test.example'));
    expect((await signIn(own.sign(await getOptions()))).body.code).toBe('PASSKEY_REFUSED');
    // Nor with a challenge that was made for accounts.
    expect((await signIn(authenticator.sign(await getSignInOptions(test)))).body.code).toBe(
      'PASSKEY_REFUSED',
    );
  });

  it('is added with a challenge of the same operator, once', async () => {
    const [ada, bo] = [
      await openOperatorSession(test, 'Ada', clock),
      await openOperatorSession(test, 'Bo', clock),
    ];
    const { body } = await test.call<CreationOptions>('POST', operatorRegistrationOptions.path, {
      token: ada,
    });
    const response = new SoftwareAuthenticator().register(body);
    const add = (token: string) => test.call('POST', addOperatorPasskey.path, { token, body: { response } });
    expect((await add(bo)).status).toBe(422);
    expect((await add(ada)).status).toBe(201);
    expect((await add(ada)).status).toBe(422);
  });

  it('opens nothing after it was removed, with the other sessions and links of its operator', async () => {
    const token = await openOperatorSession(test, 'Ada', clock);
    const [copied, others] = [
      await openOperatorSession(test, 'Ada', clock),
      await openOperatorSession(test, 'Bo', clock),
    ];
    const link = await createOperatorLink(test, 'Ada', clock);
    const { authenticator } = await addPasskey(copied);
    await test.call('DELETE', removeOperatorPasskeys.path, { token });
    expect((await view(token)).body.passkeys).toBe(0);
    expect((await signIn(authenticator.sign(await getOptions()))).body.code).toBe('PASSKEY_REFUSED');
    expect((await view(copied)).body.code).toBe('SESSION_ENDED');
    expect((await open(link)).body.code).toBe('LINK_EXPIRED');
    expect((await view(others)).status).toBe(200);
  });

  it('is added and removed within ten minutes of coming in only, so that a copied session plants none', async () => {
    const token = await openOperatorSession(test, 'Ada', clock);
    const { body: options } = await test.call<CreationOptions>('POST', operatorRegistrationOptions.path, {
      token,
    });
    const body = { response: new SoftwareAuthenticator().register(options) };
    now += 10 * MINUTE_MS + 1;
    for (const [method, route, given] of [
      ['POST', operatorRegistrationOptions, {}],
      ['POST', addOperatorPasskey, { body }],
      ['DELETE', removeOperatorPasskeys, {}],
    ] as const)
      expect(await test.call(method, route.path, { token, ...given }), route.summary).toMatchObject({
        status: 403,
        body: { code: 'OPERATOR_SESSION_OLD' },
      });
    expect((await view(token)).body.passkeys).toBe(0);
  });

  it('is not added by a session that is being ended', async () => {
    const token = await openOperatorSession(test, 'Ada', clock);
    const { body: options } = await test.call<CreationOptions>('POST', operatorRegistrationOptions.path, {
      token,
    });
    const ending = await test.database.pool.connect();
    await ending.query("begin; delete from operator_tokens where name = 'Ada'");
    const body = { response: new SoftwareAuthenticator().register(options) };
    const added = test.call('POST', addOperatorPasskey.path, { token, body });
    await vi.waitFor(async () => expect(await countWaiting(ending)).toBe(1));
    await ending.query('commit');
    ending.release();
    expect((await added).body).toMatchObject({ code: 'SESSION_ENDED' });
    expect((await test.database.pool.query('select from operator_passkeys')).rowCount).toBe(0);
  });
});
