import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaleSize, scaleTimeout } from '../../testing/soak-size.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';
import { passwordHasher } from '../users/password-hashing.ts';
import { SIGN_IN_LIMITS } from './sign-in-limits.ts';

/** R10: distributed sign-in attempts; 400 in `npm test`, 10,000 in a soak. */
const SHORT = 400;
const FULL = 10_000;
const ATTEMPTS = scaleSize(SHORT, FULL);
const PER_ADDRESS = 16;
const AT_ONCE = 32;
const OWNER = 'customer@test.example';
const HOME = '203.0.113.1';

let test: TestApp;
let token: string;

/** X-Forwarded-For, as set by a trusted proxy, is the client's address. */
const attempt = async (email: string, password: string, from: string): Promise<number> => {
  const answer = await test.call('POST', '/api/auth/login', {
    body: { email, password, selectedRole: 'customer' },
    headers: { 'x-forwarded-for': from },
  });
  return answer.status;
};

beforeAll(async () => {
  test = await startTestApp({ settings: { TRUST_PROXY: '1' }, passwords: passwordHasher });
  token = await test.signIn('one@test.example');
  expect(await attempt(OWNER, PASSWORD, HOME)).toBe(200);
});
afterAll(() => test.close());

describe('a brute-force attack from many addresses', () => {
  it(
    'allows an attack no more guesses than the limits, locks nobody else out and does not affect other calls',
    async () => {
      const byAddress = new Map<string, number[]>();
      let next = 0;
      let isOver = false;
      const attack = async () => {
        while (next < ATTEMPTS) {
          const turn = next++;
          const address = `10.${(turn / PER_ADDRESS) >> 8}.${(turn / PER_ADDRESS) & 255}.7`;
          // One in four attempts uses an unknown address.
          const email = turn % 4 === 0 ? `nobody${turn}@test.example` : OWNER;
          const status = await attempt(email, `guess ${turn}`, address);
          byAddress.set(address, [...(byAddress.get(address) ?? []), status]);
        }
      };
      const reads: number[] = [];
      const read = async () => {
        while (!isOver) {
          reads.push((await test.call('GET', '/api/trade-ideas?state=active', { token })).status);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      const reading = read();
      await Promise.all(Array.from({ length: AT_ONCE }, attack));
      isOver = true;
      await reading;

      const statuses = [...byAddress.values()].flat();
      expect(statuses).toHaveLength(ATTEMPTS);
      expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
      for (const [address, answers] of byAddress)
        expect(answers.filter((status) => status === 401).length, address).toBeLessThanOrEqual(
          SIGN_IN_LIMITS.failures.points,
        );
      // The account limit: hardly more than a hundred guesses were verified.
      const { rows } = await test.database.pool.query<{ looked: number }>(
        "select count(*)::int as looked from auth_events where kind = 'sign_in_failed' and email = $1",
        [OWNER],
      );
      expect(rows[0]?.looked).toBeLessThanOrEqual(100 + AT_ONCE);
      expect(reads.length).toBeGreaterThan(5);
      expect(new Set(reads)).toEqual(new Set([200]));

      expect(await attempt(OWNER, PASSWORD, HOME), 'the owner, from a known address').toBe(200);
      expect(await attempt(OWNER, PASSWORD, '198.51.100.9'), 'from an unknown address').toBe(429);
      expect(await attempt('two@test.example', 'wrong', HOME), 'another account').toBe(401);
    },
    scaleTimeout(SHORT, FULL),
  );

  it('does the same work for an unknown email as for a known one, so that time reveals no account', async () => {
    const { rows } = await test.database.pool.query<{ password_hash: string }>(
      "select password_hash from users where email = 'one@test.example'",
    );
    // Algorithm, version, memory, passes and lanes.
    const readCost = (hash = '') => hash.split('$').slice(1, 4);
    expect(readCost(await passwordHasher.getDummyHash())).toEqual(readCost(rows[0]?.password_hash));

    // Both wait for their turn behind the hashes asked for before them, of which one may still be made beside theirs.
    const WAITING = 40;
    let made = 0;
    const hashes = Array.from({ length: WAITING }, async () => {
      await passwordHasher.hash('another password');
      made++;
    });
    const madeBeforeAnswer = async (email: string, from: string) => {
      expect(await attempt(email, 'wrong', from)).toBe(401);
      return made;
    };
    const [known, unknown] = await Promise.all([
      madeBeforeAnswer('one@test.example', '172.16.0.1'),
      madeBeforeAnswer('no-one@test.example', '172.16.0.2'),
    ]);
    await Promise.all(hashes);
    expect(known).toBeGreaterThanOrEqual(WAITING - 1);
    expect(unknown).toBeGreaterThanOrEqual(WAITING - 1);
  });
});
