import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../database/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testEnv } from '../../testing/test-env.ts';
import { SignInLimits } from '../sessions/sign-in-limits.ts';
import { AccountLinksService } from './account-links-service.ts';

/** Time tells as much as an answer does, and cannot be compared on a busy machine: the work can. */
const statements: string[] = [];
let test: TestApp;
let database: Database;

beforeAll(async () => {
  test = await startTestApp();
  database = createDatabase(test.testDatabase.connectionString);
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((statement: string | { text: string }, ...rest: unknown[]) => {
      statements.push(typeof statement === 'string' ? statement : statement.text);
      return query(statement, ...rest);
    }) as typeof client.query;
  });
});
afterAll(async () => {
  await database.close();
  await test.close();
});

it('takes the same statements to ask for a new password, whether the address exists or not', async () => {
  const clock = () => new Date();
  const mail = {
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'lark@test.example',
    BASE_URL: 'https://test.example',
  };
  const service = new AccountLinksService({
    db: database.db,
    clock,
    env: testEnv(mail),
    limits: new SignInLimits(database, clock, testEnv()),
    passwords: undefined as never,
    sessions: undefined as never,
    signIn: undefined as never,
    passkeys: undefined as never,
    tellOwner: undefined as never,
  });
  await test.database.pool.query("update users set disabled_at = now() where email = 'two@test.example'");
  const ask = async (email: string) => {
    statements.length = 0;
    await service.requestPasswordReset(
      { email, selectedRole: 'customer' },
      { address: '192.0.2.1', userAgent: null },
    );
    return [...statements];
  };
  // The first request also creates the network's count and reads the key of the log.
  await ask('first@test.example');
  const unknown = await ask('unknown@test.example');
  expect(unknown.some((statement) => statement.includes('auth_events'))).toBe(true);
  for (const email of ['customer@test.example', 'one@test.example', 'two@test.example'])
    expect(await ask(email), email).toEqual(unknown);
});
