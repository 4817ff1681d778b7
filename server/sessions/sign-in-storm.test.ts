import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sizeOf, timeFor } from '../testing/soak.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';
import { ADDRESS_FAILURES } from './sign-in-limits.ts';

/** R10: distributed sign-in attempts; 400 in `npm test`, 10,000 in a soak. */
const SHORT = 400;
const FULL = 10_000;
const ATTEMPTS = sizeOf(SHORT, FULL);
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
  test = await startTestApp({ settings: { TRUST_PROXY: '1' } });
  token = await test.signIn('one@test.example');
  expect(await attempt(OWNER, PASSWORD, HOME)).toBe(200);
});
afterAll(() => test.close());

describe('a brute-force attack from many addresses', () => {
  it(
    'gets no more guesses than the limits allow, locks nobody else out and does not affect other calls',
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
          ADDRESS_FAILURES,
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
    timeFor(60_000, SHORT, FULL),
  );

  it('takes equally long for known and unknown emails', async () => {
    const time = async (email: string, turn: number) => {
      const begin = performance.now();
      expect(await attempt(email, 'wrong', `172.16.${turn}.1`)).toBe(401);
      return performance.now() - begin;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < 16; turn++) {
      known.push(await time('one@test.example', 2 * turn));
      unknown.push(await time('no-one@test.example', 2 * turn + 1));
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[8] ?? 0;
    // Without the dummy hash the ratio would be a tenth, whatever the machine.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
    expect(median(unknown) / median(known)).toBeLessThan(2);
  });
});
