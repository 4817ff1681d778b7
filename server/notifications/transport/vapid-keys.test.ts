import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { createDatabase } from '../../database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { testEnv } from '../../testing/test-env.ts';
import { VapidKeyStore, type VapidKeys } from './vapid-keys.ts';

const STARTERS = 4;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const selectStoredKeys = async (): Promise<VapidKeys[]> => {
  const { rows } = await test.database.pool.query<{ value: VapidKeys }>(
    "select value from settings where key = 'vapid-keys'",
  );
  return rows.map(({ value }) => value);
};

describe('VapidKeyStore', () => {
  it('creates one key pair at startup, also among concurrent starts', async () => {
    expect(await selectStoredKeys()).toEqual([]);
    const apps = await Promise.all(
      Array.from({ length: STARTERS }, async () => {
        const database = createDatabase(test.connectionString, { connections: 4 });
        return { database, app: await buildApp({ database, env: testEnv(), logStream: { write() {} } }) };
      }),
    );
    await Promise.all(apps.map(({ app }) => app.ready()));
    const [pair, ...others] = await selectStoredKeys();
    expect(others).toEqual([]);
    expect(Buffer.from(pair?.publicKey ?? '', 'base64url')).toHaveLength(65);
    for (const { app } of apps) {
      const answer = await app.inject('/api/config');
      expect(answer.json().pushPublicKey).toBe(pair?.publicKey);
    }
    await Promise.all(apps.map(({ app }) => app.close()));
    await Promise.all(apps.map(({ database }) => database.close()));
    // Later starts use the same keys.
    expect(await new VapidKeyStore(test.database.db).keys()).toEqual(pair);
  });

  it('returns the same keys to concurrent callers', async () => {
    await test.database.pool.query("delete from settings where key = 'vapid-keys'");
    const stores = Array.from({ length: 16 }, () => new VapidKeyStore(test.database.db));
    const made = await Promise.all(stores.map((store) => store.keys()));
    expect(new Set(made.map(({ privateKey }) => privateKey)).size).toBe(1);
    expect(await selectStoredKeys()).toEqual([made[0]]);
  });
});
