import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addUser } from '../users/users-service.ts';
import { Sessions } from './sessions-service.ts';

const MANY = 200;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('loads many uncached sessions with one query', async () => {
  const { db } = test.database;
  // Separate connections: the app itself runs queries too.
  const other = createDatabase(test.database.connectionString);
  const clock = () => new Date();
  const before = new Sessions(db, clock);
  const tokens = await Promise.all(
    Array.from({ length: MANY }, async (_, count) => {
      const person = {
        role: 'customer',
        email: `c${count}@test.example`,
        firstName: 'C',
        lastName: 'D',
      } as const;
      const { id } = await addUser(db, { ...person, password: null });
      return before.open(db, id, { address: '127.0.0.1', userAgent: null });
    }),
  );
  const forged = randomBytes(32).toString('base64url');

  let queries = 0;
  const count = () => queries++;
  other.pool.on('acquire', count);
  const justStarted = new Sessions(other.db, clock);
  const found = await Promise.allSettled([...tokens, forged].map(async (token) => justStarted.find(token)));
  await other.close();

  expect(found.slice(0, MANY).map(({ status }) => status)).toEqual(Array(MANY).fill('fulfilled'));
  const ids = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value.sessionId] : []));
  expect(new Set(ids).size).toBe(MANY);
  expect(found.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'SESSION_ENDED' } });
  expect(queries).toBe(1);

  // Now cached and returned synchronously.
  expect(justStarted.find(tokens[0]!)).toMatchObject({ sessionId: ids[0] });
});
