import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccessToken,
  createAccessToken,
  listAccessTokens,
  MAX_ACCESS_TOKENS,
} from '../../../contract/account/access-tokens.ts';
import { exportOwnData } from '../../../contract/account/own-data.ts';
import { accessTokens, users } from '../../database/schema.ts';
import { setEducator } from '../../educators/educators-service.ts';
import { createToken } from '../../testing/access-tokens.ts';
import { admin } from '../../testing/admin.ts';
import { ideaInput, publish, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';
import { createLink } from '../links/account-links.ts';

const CUSTOMER = 'customer@test.example';
const EDUCATOR = 'one@test.example';

let test: TestApp;
let now = Date.now();

beforeAll(async () => {
  test = await startTestApp({ clock: () => new Date(now) });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.db.delete(accessTokens);
});

const list = async (session: string) =>
  (await test.call<AccessToken[]>('GET', listAccessTokens.path, { token: session })).body;
const readIdeas = (token: string) => test.call('GET', '/api/trade-ideas', { token });
const readFeed = (secret: string, format = 'atom') => test.call('GET', `/feeds/${secret}.${format}`);

describe('a token', () => {
  it('is shown once, and stored as a hash', async () => {
    const session = await test.openSession(CUSTOMER);
    const { secret, ...token } = await createToken(test, session, 'read');
    expect(secret).toMatch(/^clk_[\w-]{43}$/);
    expect(token).toMatchObject({ kind: 'read', name: 'My read', lastUsedAt: null });
    expect(await list(session)).toEqual([token]);
    const { rows } = await test.database.pool.query(
      "select encode(token_hash, 'hex') = encode(sha256($1::bytea), 'hex') as matches from access_tokens",
      [secret],
    );
    expect(rows).toEqual([{ matches: true }]);
  });

  it('needs a recent password, a role that may do it, and room', async () => {
    const session = await test.openSession(CUSTOMER);
    const create = (kind: string) =>
      test.call('POST', createAccessToken.path, { token: session, body: { kind, name: 'Script' } });
    expect(await create('publish')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    for (let made = 0; made < MAX_ACCESS_TOKENS; made++) await createToken(test, session, 'read');
    expect(await create('read')).toMatchObject({ status: 409, body: { code: 'TOO_MANY_TOKENS' } });
    await test.database.pool.query("update sessions set authenticated_at = now() - interval '11 minutes'");
    expect(await create('read')).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
  });

  it('is in the data of its owner, without the hash', async () => {
    const session = await test.openSession(CUSTOMER);
    await createToken(test, session, 'read');
    type Export = { tables: { access_tokens: object[] } };
    const { body } = await test.call<Export>('GET', exportOwnData.path, { token: session });
    expect(body.tables.access_tokens).toEqual([expect.objectContaining({ kind: 'read', name: 'My read' })]);
    expect(body.tables.access_tokens[0]).not.toHaveProperty('token_hash');
  });

  it('tells its last use, to the hour', async () => {
    const session = await test.openSession(CUSTOMER);
    const { secret } = await createToken(test, session, 'read');
    const used = async () => {
      await readIdeas(secret);
      return (await list(session))[0]?.lastUsedAt;
    };
    const first = await used();
    expect(first).toBe(new Date(now).toISOString());
    now += 59 * 60_000;
    expect(await used()).toBe(first);
    now += 60_000;
    expect(await used()).toBe(new Date(now).toISOString());
  });

  it('reads or publishes as its kind says, as the person it belongs to', async () => {
    const session = await test.openSession(EDUCATOR);
    const read = (await createToken(test, session, 'read')).secret;
    const write = (await createToken(test, session, 'publish')).secret;
    const body = ideaInput();
    expect((await test.call('POST', '/api/trade-ideas', { token: read, body })).status).toBe(403);
    const idea = await publish(test, write);
    expect(idea.educator_id).toBe('1');
    const path = `/api/trade-ideas/${idea.id}`;
    expect((await test.call('PUT', path, { token: read, body: { notes: 'x' } })).status).toBe(403);
    expect((await test.call('PUT', path, { token: write, body: { status: 'successful' } })).status).toBe(200);
    expect((await test.call('DELETE', path, { token: write })).status).toBe(403);
    const theirs = await publish(test, await test.openSession('two@test.example'));
    const change = { token: write, body: { notes: 'x' } };
    expect((await test.call('PUT', `/api/trade-ideas/${theirs.id}`, change)).status).toBe(403);
    for (const token of [read, write]) expect((await readIdeas(token)).status).toBe(200);
  });

  it('is no session, no feed address, and a feed address is no token', async () => {
    const session = await test.openSession(EDUCATOR);
    const { secret } = await createToken(test, session, 'publish');
    const feed = (await createToken(test, session, 'feed')).secret;
    expect(await readIdeas(feed)).toMatchObject({ status: 401, body: { code: 'TOKEN_ENDED' } });
    expect((await readFeed(secret)).status).toBe(404);
    expect((await readFeed(session)).status).toBe(404);
    expect(await readIdeas(secret.slice(4))).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } });
    for (const path of ['/api/live', '/api/auth/user', '/api/auth/tokens'])
      expect((await test.call('GET', path, { token: secret })).status).toBe(403);
  });

  it('shares the rate limit of its owner', async () => {
    const limited = await startTestApp({
      settings: { RATE_LIMITS: 'on' },
      clock: () => new Date(now),
      onLog: () => {},
    });
    try {
      const session = await limited.openSession(CUSTOMER);
      const { secret } = await createToken(limited, session, 'read');
      const call = (token: string) => limited.call('GET', '/api/follows', { token });
      let status = 200;
      for (let sent = 0; status === 200 && sent < 5_000; sent++) ({ status } = await call(secret));
      expect([status, (await call(session)).status]).toEqual([429, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('tokens and feed addresses end', () => {
  const make = async (session: string) => [
    (await createToken(test, session, 'read')).secret,
    (await createToken(test, session, 'feed')).secret,
  ];
  const createOwnLink = (kind: 'password_reset' | 'not_me') =>
    createLink(test.database.db, test.people.customer.id, kind, new Date(now), CUSTOMER);
  const readStatuses = async ([token = '', feed = '']: string[]) => [
    (await readIdeas(token)).status,
    (await readFeed(feed)).status,
  ];

  it('when they are revoked, by their owner only', async () => {
    const session = await test.openSession(CUSTOMER);
    const { id, secret } = await createToken(test, session, 'read');
    const revoke = (token: string) => test.call('DELETE', `${listAccessTokens.path}/${id}`, { token });
    expect((await revoke(await test.openSession(EDUCATOR))).status).toBe(404);
    expect((await readIdeas(secret)).status).toBe(200);
    expect((await revoke(session)).status).toBe(200);
    expect(await readIdeas(secret)).toMatchObject({ status: 401, body: { code: 'TOKEN_ENDED' } });
    const { rows } = await test.database.pool.query(
      "select kind from auth_events where kind like 'token%' order by id desc limit 2",
    );
    expect(rows).toEqual([{ kind: 'token_revoked' }, { kind: 'token_added' }]);
  });

  it.each<[string, (session: string) => Promise<unknown>]>([
    [
      'another password',
      (token) =>
        test.call('PUT', '/api/auth/password', {
          token,
          body: { currentPassword: PASSWORD, newPassword: PASSWORD },
        }),
    ],
    [
      'a reset',
      async () =>
        test.call('PUT', '/api/auth/password-reset', {
          body: { token: await createOwnLink('password_reset'), newPassword: 'entirely of my own choice' },
        }),
    ],
    [
      "This wasn't me",
      async () => test.call('PUT', '/api/auth/not-me', { body: { token: await createOwnLink('not_me') } }),
    ],
    ['logging out the other devices', (token) => test.call('DELETE', '/api/auth/other-sessions', { token })],
    ['logging out everywhere', (token) => test.call('DELETE', '/api/auth/sessions', { token })],
    [
      'an operator who ends the sessions',
      () => admin(['sessions', 'revoke', CUSTOMER], { DATABASE_URL: test.testDatabase.connectionString }),
    ],
  ])('by %s', async (_way, end) => {
    const made = await make(await test.openSession(CUSTOMER));
    expect(await readStatuses(made)).toEqual([200, 200]);
    await end(await test.openSession(CUSTOMER));
    expect(await readStatuses(made)).toEqual([401, 404]);
    await test.database.db.update(users).set({ disabledAt: null });
  });

  it('not by a sign-out', async () => {
    const session = await test.openSession(CUSTOMER);
    const made = await make(session);
    await test.call('POST', '/api/auth/logout', { token: session });
    expect(await readStatuses(made)).toEqual([200, 200]);
  });

  it('by a hand-over', async () => {
    const made = await make(await test.openSession('two@test.example'));
    await setEducator(test.database.db, '2', { email: 'next@test.example' });
    expect(await readStatuses(made)).toEqual([401, 404]);
  });

  it('while the account is disabled', async () => {
    const made = await make(await test.openSession(CUSTOMER));
    await test.database.db.update(users).set({ disabledAt: new Date() });
    expect(await readStatuses(made)).toEqual([401, 404]);
    await test.database.db.update(users).set({ disabledAt: null });
    expect(await readStatuses(made)).toEqual([200, 200]);
  });

  it('with the account', async () => {
    await make(await test.openSession(CUSTOMER));
    await test.database.pool.query('delete from users where email = $1', [CUSTOMER]);
    expect(await test.database.db.select().from(accessTokens)).toEqual([]);
  });
});

it('without the second factor that the operator asks for, an educator has no token', async () => {
  const strict = await startTestApp({ settings: { EDUCATOR_SECOND_FACTOR: 'required' } });
  try {
    const { pool } = strict.database;
    await pool.query(
      "insert into time_codes (user_id, secret, confirmed_at) select id, '\\x00', now() from users where educator_id = '1'",
    );
    const { secret } = await createToken(strict, await strict.openSession(EDUCATOR), 'read');
    expect((await strict.call('GET', '/api/trade-ideas', { token: secret })).status).toBe(200);
    await pool.query('delete from time_codes');
    expect((await strict.call('GET', '/api/trade-ideas', { token: secret })).status).toBe(401);
  } finally {
    await strict.close();
  }
});
