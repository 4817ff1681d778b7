import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { admin } from '../testing/admin.ts';
import { adminProcess } from '../testing/admin-process.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'chartlark-admin-'));
  const one = await test.signIn('one@test.example');
  await publish(test, one);
  await publish(test, one);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.close();
});

describe('npm run admin', () => {
  it('lists its commands, and explains each', async () => {
    const list = await adminProcess(['help']);
    expect(list).toMatchObject({ code: 0, err: '' });
    expect(list.out).toMatch(/verify-ledger +Verify/);
    expect((await adminProcess([])).code).toBe(2);
    expect((await admin(['verify-ledger', '--help'])).out).toContain('It changes nothing');
  });

  it('lists the existing commands when it is given an unknown one', async () => {
    const answer = await admin(['verify-leger']);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain('There is no command "verify-leger".');
    const half = await admin(['users', 'remove']);
    expect(half).toMatchObject({ code: 2, out: '' });
    expect(half.err).toContain('There is no command "users remove".');
    expect(half.err).toContain('users delete');
    expect(half.err).not.toContain('verify-ledger');
  });

  it('names the folder it looked in when there is no database', async () => {
    const answer = await admin(['verify-ledger'], { DATA_DIR: join(folder, 'empty') });
    expect(answer.code).toBe(2);
    expect(answer.err).toContain('There is no database in');
  });
});

describe('verify-ledger', () => {
  const databaseUrl = () => ({ DATABASE_URL: test.testDatabase.connectionString });

  it('confirms a sound ledger, with its limits', async () => {
    const answer = await admin(['verify-ledger'], databaseUrl());
    expect(answer).toMatchObject({ code: 0, err: '' });
    expect(answer.out).toContain('Ledger intact: 2 entries about 2 ideas.');
    expect(answer.out).toContain("What it doesn't prove:");
  });

  it('finds a row that was changed directly in the database', async () => {
    await test.database.pool.query(
      "alter table idea_revisions disable trigger user; update idea_revisions set educator_id = '2' where number = 1; alter table idea_revisions enable trigger user",
    );
    const answer = await adminProcess(['verify-ledger'], databaseUrl());
    expect(answer.code).toBe(1);
    expect(answer.out).toContain('Entry 1 was altered');
  });

  it('works on the embedded database, while it runs and while it does not', async () => {
    const dataDir = join(folder, 'data');
    const postgres = await startEmbeddedPostgres({ dataDir, onProgress: () => undefined, durable: false });
    const database = createDatabase(postgres.connectionString);
    await migrate(database.pool);
    await database.close();
    const running = await admin(['verify-ledger'], { DATA_DIR: dataDir });
    await postgres.stop();
    expect(running).toMatchObject({ code: 0, err: '' });
    const stopped = await adminProcess(['verify-ledger'], { DATA_DIR: dataDir });
    expect(stopped.code).toBe(0);
    expect(stopped.err).toContain('Starting its database for this command');
    expect(stopped.out).toContain('Ledger intact: 0 entries');
  });
});
