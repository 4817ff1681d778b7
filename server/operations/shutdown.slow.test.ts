import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { DEMO_EDUCATOR_PASSWORD } from '../demo/demo-people.ts';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { ideaInput } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let test: TestDatabase;
let app: AppProcess;
let token: string;

const call = (method: string, path: string, body: unknown) =>
  fetch(app.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });

beforeEach(async () => {
  test = await createTestDatabase();
  app = await startAppProcess({ DATABASE_URL: test.connectionString, DEMO: 'on' });
  token = '';
  const answer = await call('POST', '/api/auth/login', {
    email: 'educator1@demo.test',
    password: DEMO_EDUCATOR_PASSWORD,
    selectedRole: 'educator',
  });
  token = ((await answer.json()) as { sessionToken: string }).sessionToken;
});
afterEach(async () => {
  await app.kill();
  await test.drop();
});

/** Locks the feed's row, which blocks publishing until released. */
const lockFeed = async () => {
  const client = new pg.Client({ connectionString: test.connectionString });
  await client.connect();
  await client.query('begin');
  await client.query('select from feed for update');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
};
const waitUntilBlocked = () =>
  expect
    .poll(async () => {
      const { rows } = await test.database.pool.query<{ waiting: string }>(
        "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0]?.waiting;
    })
    .toBe('1');

describe('graceful shutdown', () => {
  it('closes streams, answers open requests and exits with 0', async () => {
    const reader = await StreamReader.open(app.url, token);
    await reader.waitUntil(({ events }) => events.length > 0, 'ready');
    const release = await lockFeed();
    const publishing = call('POST', '/api/trade-ideas', ideaInput({ notes: 'under way' }));
    await waitUntilBlocked();

    const stopping = app.stop();
    let isAnswered = false;
    void publishing.then(() => {
      isAnswered = true;
    });
    await reader.ended;
    expect(isAnswered).toBe(false);
    await release();

    const answer = await publishing;
    expect(answer.status).toBe(201);
    expect(((await answer.json()) as TradeIdea).notes).toBe('under way');
    expect(await stopping).toBe(0);
    const { rows } = await test.database.pool.query("select from trade_ideas where notes = 'under way'");
    expect(rows).toHaveLength(1);
    await expect(fetch(`${app.url}/healthz`)).rejects.toThrow();
  });

  it('does not wait for endless requests or unused connections', async () => {
    const release = await lockFeed();
    const publishing = call('POST', '/api/trade-ideas', ideaInput()).catch(() => 'broken');
    await waitUntilBlocked();
    // The request never ends before `release`.
    expect(await app.stop()).toBe(0);
    expect(await publishing).toBe('broken');
    await release();
  });
});
