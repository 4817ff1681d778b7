import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';
import { withoutTable } from '../../testing/without-table.ts';
import { truncateOrigin } from './auth-events-db.ts';
import {
  type Attempt,
  NETWORK_ATTEMPTS,
  normalizeEmail,
  SIGN_IN_LIMITS,
  SignInLimits,
} from './sign-in-limits.ts';

/** Attacks on the sign-in, each as it succeeded once (docs/security.md). */
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({
    settings: { TRUST_PROXY: '1', RATE_LIMITS: 'on' },
    // BUSY is logged as a server error.
    onLog: () => undefined,
  });
});
afterAll(() => test.close());

type Answer = { browserToken: string; sessionToken: string };
const signIn = (email: string, password: string, address: string, ...browserTokens: string[]) =>
  test.call<Answer>('POST', '/api/auth/login', {
    body: {
      email,
      password,
      selectedRole: email.startsWith('customer') ? 'customer' : 'educator',
      browserTokens,
    },
    headers: { 'x-forwarded-for': address },
  });
const status = async (...args: Parameters<typeof signIn>) => (await signIn(...args)).status;
const victim = 'customer@test.example';
const own = 'two@test.example';

const FAILURES = SIGN_IN_LIMITS.failures.points;

const read = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await test.database.pool.query(sql, values)).rows as T[];
const endAllLimits = () => read('update sign_in_limits set expire = 0');

/** As many failures from elsewhere as it takes that only known networks and browsers may try the account. */
const lockOut = async (email: string, address: string, failures: number = SIGN_IN_LIMITS.account.points) => {
  await read("delete from sign_in_limits where key like 'account:%'");
  await signIn(email, 'guess', address);
  expect(
    await read("update sign_in_limits set points = $1 where key like 'account:%' returning key", failures),
  ).toHaveLength(1);
};

const createAttempt = (address: string): Attempt => ({
  email: victim,
  user: undefined,
  origin: { address, userAgent: null },
  selectedRole: 'customer',
  kinds: { failed: 'sign_in_failed', refused: 'sign_in_refused' },
});
const createLimits = () => new SignInLimits(test.database, () => new Date(), { rateLimits: 'on' });

it('uses the figures of DESIGN §7', () => {
  expect(SIGN_IN_LIMITS).toMatchObject({
    failures: { points: 10, duration: 600 },
    account: { points: 100, duration: 3600 },
    successes: { points: 10, duration: 600 },
  });
});

describe('the limit of a network', () => {
  it('does not reset the limit of a network by sign-ins to another account', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) {
      for (let guess = 0; guess < FAILURES - 1; guess++)
        statuses.push(await status(victim, 'guess', '10.1.0.1'));
      await signIn(own, PASSWORD, '10.1.0.1');
    }
    expect(statuses.filter((answer) => answer === 401)).toHaveLength(FAILURES);
  });

  it('counts an IPv6 /64 as one network, also for parallel attempts', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, host) =>
        status(victim, 'guess', `2001:db8:7:7::${(host + 1).toString(16)}`),
      ),
    );
    expect(statuses.filter((answer) => answer === 401)).toHaveLength(FAILURES);
    expect(await status(victim, PASSWORD, '2001:db8:7:7:ffff::1')).toBe(429);
    expect(await status(victim, PASSWORD, '2001:db8:7:8::1')).toBe(200);
  });

  it('counts an IPv4 address once, also written as IPv6 or with a port', async () => {
    for (let count = 0; count < FAILURES; count++)
      await signIn(victim, 'guess', count % 2 === 0 ? '::ffff:10.1.0.2' : `10.1.0.2:${4_000 + count}`);
    expect(await status(victim, PASSWORD, '10.1.0.2')).toBe(429);
    expect(await status(victim, PASSWORD, '[2001:db8:7:9::1]:443')).toBe(200);
  });

  it('counts browsers that present an invented token by their network', async () => {
    for (let count = 0; count < FAILURES; count++)
      await signIn(victim, 'guess', '10.1.0.4', `${count}`.padEnd(43, 'A'));
    expect(await status(victim, PASSWORD, '10.1.0.4', 'A'.repeat(43))).toBe(429);
  });

  it('tells when the next attempt from a network is possible', async () => {
    const address = '10.1.0.3';
    for (let count = 0; count < FAILURES; count++) await signIn(own, 'guess', address);
    const setExpiry = (ms: number) =>
      read("update sign_in_limits set expire = $1 where key = 'failures:network:10.1.0.3'", Date.now() + ms);
    // Rounded up: an attempt after that many seconds must not be refused.
    await setExpiry(59_500);
    const blocked = await signIn(own, PASSWORD, address);
    const seconds = Number(blocked.headers.get('retry-after'));
    expect([blocked.status, seconds <= 60 && seconds > 30]).toEqual([429, true]);
    await setExpiry(-1);
    expect(await status(own, PASSWORD, address)).toBe(200);
  });
});

describe('successful sign-ins', () => {
  it('limits those to one account, from whatever networks', async () => {
    await endAllLimits();
    const statuses = await Promise.all(
      Array.from({ length: 90 }, (_, turn) => status(victim, PASSWORD, `10.30.0.${turn % 60}`)),
    );
    expect(statuses.filter((answer) => answer === 200)).toHaveLength(SIGN_IN_LIMITS.successes.points);
    expect(statuses.filter((answer) => answer === 429)).toHaveLength(90 - SIGN_IN_LIMITS.successes.points);
    await endAllLimits();
    expect(await status(victim, PASSWORD, '10.30.0.1')).toBe(200);
  });

  it('limits the attempts of one network, but not those of a session or of a browser that the account knows', async () => {
    const limits = createLimits();
    const browserTokens = [(await signIn(victim, PASSWORD, '10.31.0.9')).body.browserToken];
    const attempt = createAttempt('10.31.0.1');
    const undecided = () => limits.check(attempt, () => Promise.reject(new Error('not decided')));
    for (let count = 0; count < NETWORK_ATTEMPTS.points; count++)
      await expect(undecided()).rejects.toThrow('not decided');
    const succeed = (changes: Partial<Attempt>) => limits.check({ ...attempt, ...changes }, async () => true);
    const refused = { code: 'TOO_MANY_ATTEMPTS' };
    await expect(succeed({})).rejects.toMatchObject(refused);
    await expect(succeed({ browserTokens: ['A'.repeat(43)] })).rejects.toMatchObject(refused);
    expect(await succeed({ browserTokens, user: test.people.customer })).toBe(true);
    expect(await succeed({ sessionId: 'a session' })).toBe(true);
    expect(await succeed({ origin: { address: '10.31.0.2', userAgent: null } })).toBe(true);
  });

  it('lets the site with the fewest waiting attempts go first, while sixty networks and an IPv6 site try at once', async () => {
    const limits = createLimits();
    // What an office tried before does not count against it.
    for (let count = 0; count < 40; count++)
      await limits
        .check(createAttempt('10.33.0.2'), () => Promise.reject(new Error('not decided')))
        .catch(() => null);
    const begun: string[] = [];
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const attempt = (address: string) =>
      limits.check(createAttempt(address), async () => {
        begun.push(address);
        await opened;
        throw new Error('not decided');
      });
    const networks = Array.from({ length: 60 }, (_, host) => `10.32.0.${host}`);
    const site = Array.from({ length: 60 }, (_, network) => `2001:db8:1:${network}::1`);
    const flood = [site, ...Array.from({ length: 8 }, () => networks)].flat().map(attempt);
    await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(4);
    const others = ['10.33.0.1', '10.33.0.2', '2001:db8:2::1'];
    const waiting = others.map(attempt);
    open();
    await Promise.allSettled([...flood, ...waiting]);
    expect(begun).toHaveLength(9 * 60 + 3);
    // Behind the first attempts; without turns they would be the last.
    for (const other of others) expect(begun.indexOf(other)).toBeLessThan(2 * 60);
  });
});

describe('a locked-out account', () => {
  it('admits a known browser to a locked-out account from a new network, until its password is reset', async () => {
    const { browserToken } = (await signIn(own, PASSWORD, '10.2.0.1')).body;
    await lockOut(own, '10.20.0.1');
    expect(await status(own, PASSWORD, '10.2.1.1')).toBe(429);
    expect(await status(own, PASSWORD, '10.2.1.1', 'A'.repeat(43)), 'an invented token').toBe(429);
    const known = await signIn(own, PASSWORD, '10.2.1.2', browserToken);
    expect([known.status, known.body.browserToken]).toEqual([200, browserToken]);

    const body = { currentPassword: PASSWORD, newPassword: 'a quite different one' };
    const headers = { 'x-forwarded-for': '10.2.1.2' };
    const change = await test.call('PUT', '/api/auth/password', {
      token: known.body.sessionToken,
      body,
      headers,
    });
    expect(change.status).toBe(200);
    expect(await status(own, 'a quite different one', '10.2.2.1', browserToken)).toBe(429);
    await endAllLimits();
    expect(await status(own, 'a quite different one', '10.2.2.1', browserToken)).toBe(200);
  });

  it('admits every address of a known IPv6 network to a locked-out account', async () => {
    expect(await status(victim, PASSWORD, '2001:db8:5:5::1')).toBe(200);
    await lockOut(victim, '10.21.0.1');
    expect(await status(victim, PASSWORD, '2001:db8:5:6::1')).toBe(429);
    expect(await status(victim, PASSWORD, '2001:db8:5:5:abcd::2')).toBe(200);
  });

  it('admits an unknown browser from a known network to a locked-out account', async () => {
    expect(await status(victim, PASSWORD, '2001:db8:5:5::1', 'A'.repeat(43))).toBe(200);
  });

  it('tells when the hour of a locked-out account ends', async () => {
    await read("update sign_in_limits set expire = $1 where key like 'account:%'", Date.now() + 40 * 60_000);
    const answer = await signIn(victim, PASSWORD, '10.2.3.1');
    const minutes = Number(answer.headers.get('retry-after')) / 60;
    expect([answer.status, Math.ceil(minutes)]).toEqual([429, 40]);
  });

  it('is open to everybody with a failure less', async () => {
    await lockOut(victim, '10.22.0.1', SIGN_IN_LIMITS.account.points - 1);
    // A success does not count, so the next attempt passes too.
    for (const address of ['10.22.0.2', '10.22.0.5'])
      expect(await status(victim, PASSWORD, address)).toBe(200);
    await endAllLimits();
  });
});

describe('an attempt that could not be checked', () => {
  const check = (limits: SignInLimits, address: string) =>
    limits.check(createAttempt(address), () => Promise.reject(new Error('The check failed')));

  it('does not count an attempt that could not be checked', async () => {
    const limits = createLimits();
    const address = '10.7.0.1';
    await read('delete from sign_in_limits');
    await signIn(victim, 'guess', address);
    const countFailures = () =>
      read(
        "select points from sign_in_limits where key = $1 or key like 'account:%' order by key",
        `failures:network:${address}`,
      );
    expect(await countFailures()).toEqual([{ points: 1 }, { points: 1 }]);
    await expect(check(limits, address)).rejects.toThrow('The check failed');
    expect(await countFailures()).toEqual([{ points: 1 }, { points: 1 }]);
  });

  it('does not stop later attempts when the database was unavailable during one', async () => {
    const limits = createLimits();
    await withoutTable(test.database.pool, 'settings', async () => {
      await expect(check(limits, '10.7.0.2')).rejects.not.toThrow('The check failed');
    });
    await expect(check(limits, '10.7.0.2')).rejects.toThrow('The check failed');
  });
});

describe('a known browser', () => {
  it('counts a known browser on its own, so that its network cannot block it', async () => {
    const { browserToken } = (await signIn('one@test.example', PASSWORD, '10.3.0.1')).body;
    for (let count = 0; count < FAILURES; count++) await signIn('one@test.example', 'guess', '10.3.0.1');
    expect(await status('one@test.example', PASSWORD, '10.3.0.1')).toBe(429);
    expect(await status('one@test.example', PASSWORD, '10.3.0.1', browserToken)).toBe(200);
  });

  it('knows a browser only for the accounts it signed in to', async () => {
    const { browserToken } = (await signIn('one@test.example', PASSWORD, '10.3.0.2')).body;
    for (let count = 0; count < FAILURES; count++)
      await signIn('nobody@test.example', 'guess', '10.3.0.2', browserToken);
    expect(await status('nobody@test.example', 'guess', '10.3.0.2', browserToken)).toBe(429);
  });

  it('limits the guesses of a known browser', async () => {
    const { browserToken } = (await signIn('one@test.example', PASSWORD, '10.3.0.3')).body;
    for (let count = 0; count < FAILURES; count++)
      await signIn('one@test.example', 'guess', `10.3.1.${count}`, browserToken);
    expect(await status('one@test.example', PASSWORD, '10.3.1.99', browserToken)).toBe(429);
  });
});

describe('the token of a browser', () => {
  it('keeps a browser token that this server issued, and replaces any other', async () => {
    const { browserToken } = (await signIn(victim, PASSWORD, '10.3.0.4')).body;
    expect((await signIn(victim, PASSWORD, '10.3.0.4', browserToken)).body.browserToken).toBe(browserToken);
    const invented = 'A'.repeat(43);
    const replaced = (await signIn(victim, PASSWORD, '10.3.0.4', invented)).body.browserToken;
    expect([replaced.length, replaced === invented]).toEqual([43, false]);
  });

  it('gives each account of a browser a token of its own: who has one knows nothing of the other', async () => {
    await endAllLimits();
    const mine = (await signIn('one@test.example', PASSWORD, '10.3.0.5')).body.browserToken;
    const theirs = (await signIn(victim, PASSWORD, '10.3.0.5', mine)).body.browserToken;
    expect(theirs).not.toBe(mine);
    expect((await signIn('one@test.example', PASSWORD, '10.3.0.5', theirs, mine)).body.browserToken).toBe(
      mine,
    );
    await lockOut(victim, '10.20.0.2');
    expect(await status(victim, PASSWORD, '10.3.0.6', mine)).toBe(429);
    expect(await status(victim, PASSWORD, '10.3.0.6', theirs)).toBe(200);
    await endAllLimits();
  });
});

describe('a flood of attempts', () => {
  it('leaves the hash queue to others during a flood of attempts from one network', async () => {
    await endAllLimits();
    const flood = Array.from({ length: 180 }, (_, host) =>
      status('nobody@test.example', 'guess', `2001:db8:9:9::${(host + 1).toString(16)}`),
    );
    const customers = Array.from({ length: 9 }, (_, host) => status(victim, PASSWORD, `10.4.0.${host + 1}`));
    expect(await Promise.all(customers)).toEqual(Array(9).fill(200));
    const statuses = await Promise.all(flood);
    expect(statuses.filter((answer) => answer === 401)).toHaveLength(FAILURES);
    expect(statuses).not.toContain(503);
  });

  it('is told that it is busy where a hundred networks wait, and those it tells are not counted', async () => {
    await endAllLimits();
    const limits = createLimits();
    const { promise: opened, resolve: open } = Promise.withResolvers<undefined>();
    let busy = 0;
    const flood = Array.from({ length: 180 }, (_, host) =>
      limits
        .check({ ...createAttempt(`10.5.${host}.1`), email: `nobody${host}@test.example` }, () => opened)
        .catch(({ code }) => {
          expect(code).toBe('BUSY');
          busy += 1;
        }),
    );
    // Four are checked, and a hundred wait.
    await expect.poll(() => busy, { timeout: 10_000 }).toBe(76);
    open(undefined);
    await Promise.all(flood);
    expect(busy).toBe(76);
    const [counted] = await read<{ failures: number }>(
      "select sum(points)::int as failures from sign_in_limits where key like 'failures:network:10.5.%'",
    );
    expect(counted?.failures).toBe(104);
  });
});

describe('what is stored of an attempt', () => {
  it('stores an email in lower case without blanks, of at most 254 characters', () => {
    expect(normalizeEmail('  Customer@Test.Example ')).toBe('customer@test.example');
    expect(normalizeEmail('a'.repeat(255))).toHaveLength(254);
  });

  it('stores at most 300 characters of the user agent', () => {
    const address = '10.6.0.2';
    const userAgent = `b${'a'.repeat(300)}`;
    expect(truncateOrigin({ address, userAgent })).toEqual({ address, userAgent: userAgent.slice(0, 300) });
    expect(truncateOrigin({ address, userAgent: null })).toEqual({ address, userAgent: null });
  });
});

describe('the sign-in log', () => {
  it('names the account of a failed attempt in the log', async () => {
    await signIn(victim, 'guess', '10.6.0.3');
    const { rows } = await test.database.pool.query(
      "select kind, email, user_id from auth_events where address = '10.6.0.3'",
    );
    expect(rows).toEqual([{ kind: 'sign_in_failed', email: victim, user_id: test.people.customer.id }]);
  });

  it('fails the attempt that the log cannot record', async () => {
    const limits = createLimits();
    const attempt = createAttempt('10.6.0.4');
    const refuse = () => limits.check(attempt, async () => undefined);
    await withoutTable(test.database.pool, 'auth_events', async () => {
      await expect(refuse()).rejects.not.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
      for (let count = 1; count < FAILURES; count++) await refuse().catch(() => undefined);
      await expect(refuse()).rejects.not.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    });
    await expect(refuse()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });

  it('hides unknown emails with a key of 256 bits', async () => {
    const { rows } = await test.database.pool.query<{ value: string }>(
      "select value from settings where key = 'sign-in-log-key'",
    );
    expect(rows.map(({ value }) => Buffer.from(value, 'base64').length)).toEqual([32]);
  });

  it('counts refusals in one row and keeps no unknown email as typed', async () => {
    const typed = 'correct-horse-battery-staple';
    const attempts = FAILURES + 25;
    for (let count = 0; count < attempts; count++) await signIn(typed, 'guess', '10.6.0.1');
    const { rows } = await test.database.pool.query<{ kind: string; email: string; attempts: number }>(
      "select kind, email, attempts from auth_events where address = '10.6.0.1' and kind = 'sign_in_refused'",
    );
    expect(rows).toMatchObject([{ attempts: 25 }]);
    expect(rows[0]?.email).toMatch(/^unknown:[A-Za-z0-9_-]{43}$/);
    const { rowCount } = await test.database.pool.query('select from auth_events where email = $1', [typed]);
    expect(rowCount).toBe(0);
  });
});
