import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../contract/candles/candles.ts';
import { type LogEntry, listLog } from '../../contract/operator/people.ts';
import {
  actOnDestination,
  addDestination,
  getSystem,
  listDestinations,
  type OperatorDestination,
  type System,
} from '../../contract/operator/system.ts';
import { type RouteResponse, routeUrl } from '../../contract/shared/route.ts';
import { destinations } from '../database/schema.ts';
import { addJob } from '../jobs/jobs-db.ts';
import { openSecret } from '../outward/sealed-secrets.ts';
import { admin } from '../testing/admin.ts';
import { startGroupServer, TELEGRAM_TOKEN, type TestGroupServer } from '../testing/group-server.ts';
import { openOperatorSession } from '../testing/operator-session.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';

let groups: TestGroupServer;
let test: TestApp;
let token: string;

beforeAll(async () => {
  groups = await startGroupServer();
  test = await startTestApp({
    pushEndpoints: groups.endpoints,
    settings: {
      OUTWARD_KEY: groups.key.toString('base64'),
      TELEGRAM_URL: groups.url,
      BASE_URL: 'https://lark.test.example',
      CANDLE_SOURCES: 'kraken,coinbase',
    },
  });
  token = await openOperatorSession(test);
});
afterAll(async () => {
  await test.close();
  await groups.close();
});

const query = async (text: string, values: unknown[] = []) =>
  (await test.database.pool.query(text, values)).rows;
const readSystem = async () => (await test.call<System>('GET', getSystem.path, { token })).body;
const readLog = async () => (await test.call<LogEntry[]>('GET', listLog.path, { token })).body;
const list = async () =>
  (await test.call<OperatorDestination[]>('GET', listDestinations.path, { token })).body;

describe('the state of the system', () => {
  it('has the size of the database, of uploads, and what is free', async () => {
    await query(
      "insert into media (name, kind, content_type, byte_size, created_at) select lpad(n::text, 32, '0') || '.jpg', 'image', 'image/jpeg', 1500000000, now() from generate_series(1, 2) n",
    );
    const { storage } = await readSystem();
    expect(storage).toMatchObject({ uploads: 2, uploadBytes: 3_000_000_000 });
    expect(storage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(storage.freeBytes).toBeGreaterThan(0);
    await query('delete from media');
  });

  it('knows what is free before its folder exists', async () => {
    const later = await startTestApp({ settings: { DATA_DIR: join(test.folder, 'not', 'yet') } });
    try {
      const operator = await openOperatorSession(later);
      const { body } = await later.call<System>('GET', getSystem.path, { token: operator });
      expect(body.storage.freeBytes).toBeGreaterThan(0);
    } finally {
      await later.close();
    }
  });

  it('counts pushes and posts of a day by state, and jobs', async () => {
    const idea = await publish(test, await test.openSession('one@test.example'));
    await query('delete from push_notifications');
    await query(
      `with notification as (
         insert into push_notifications (kind, audience, message, created_at, expires_at)
         select 'test', 'own', jsonb_build_object('hours', hours), now() - make_interval(hours => hours), now()
         from unnest('{1,25}'::int[]) hours returning id)
       insert into push_deliveries (notification_id, subscription_id, state, next_at, updated_at)
       select id, gen_random_uuid(), state, now(), now() from notification, unnest('{accepted,accepted,failed}'::text[]) state`,
    );
    const group = await groups.add(test.database.db, 'slack', { events: ['message'] });
    await query(
      `insert into posts (destination_id, idea_id, version, event, state, created_at, due_at, updated_at)
       select $1, $2, n, 'changed', case n when 1 then 'sent' else 'uncertain' end, now() - make_interval(hours => case n when 3 then 25 else 1 end), now(), now()
       from generate_series(1, 3) n`,
      [group, idea.id],
    );
    const { jobs: before } = await readSystem();
    await addJob(test.database.db, { task: 'later', payload: {}, runAt: new Date('2200-01-01') });
    const { deliveries, jobs } = await readSystem();
    expect(deliveries).toEqual({ pushes: { accepted: 2, failed: 1 }, posts: { sent: 1, uncertain: 1 } });
    expect(jobs.later).toBe((before.later ?? 0) + 1);
    expect(Object.keys(jobs).sort()).toEqual(['dead', 'due', 'later', 'running']);
  });

  it('names the sources of prices, each with the end of its newest candle', async () => {
    const at = Date.parse('2026-11-20T12:00:00Z');
    await query(
      `with symbol as (insert into candle_symbols (source, name) values ('kraken', 'EURUSD'), ('kraken', 'XBTUSD') returning id)
       insert into candles (symbol_id, side, interval, at, open, high, low, close)
       select id, 'trade', 60000, $1::bigint - n * 60000, 1, 1, 1, 1 from symbol, generate_series(0, 3) n`,
      [at],
    );
    expect((await readSystem()).sources).toEqual([
      { name: 'Kraken', newestAt: new Date(at + MINUTE_MS).toISOString(), problem: null },
      { name: 'Coinbase', newestAt: null, problem: null },
    ]);
  });

  it('lists the newest ten backups, and a restore leaves that list as it is', async () => {
    const env = { DATABASE_URL: test.testDatabase.connectionString, DATA_DIR: test.folder };
    const write = async (name: string) => {
      const path = join(test.folder, name);
      expect(await admin(['backup', path], env)).toMatchObject({ code: 0 });
      return { path, bytes: (await stat(path)).size };
    };
    expect((await readSystem()).backups).toEqual([]);
    await query("insert into settings (key, value) values ('backups', $1)", [
      JSON.stringify(
        Array.from({ length: 9 }, (_, n) => ({ at: `2026-01-0${9 - n}T00:00:00.000Z`, bytes: n })),
      ),
    ]);
    const first = await write('first.tar.gz');
    const second = await write('second.tar.gz');
    const { backups } = await readSystem();
    expect(backups.map(({ bytes }) => bytes)).toEqual([second.bytes, first.bytes, 0, 1, 2, 3, 4, 5, 6, 7]);
    expect(Date.parse(backups[0]!.at)).toBeGreaterThanOrEqual(Date.parse(backups[1]!.at));

    const others = await createTestDatabase();
    try {
      const readList = async () =>
        (await others.database.pool.query("select value from settings where key = 'backups'")).rows;
      const restore = () =>
        admin(['restore', second.path, '--yes'], { ...env, DATABASE_URL: others.connectionString });
      expect(await restore()).toMatchObject({ code: 0 });
      expect(await readList()).toEqual([]);
      await others.database.pool.query("insert into settings (key, value) values ('backups', $1)", [
        JSON.stringify(backups),
      ]);
      expect(await restore()).toMatchObject({ code: 0 });
      expect(await readList()).toEqual([{ value: backups }]);
    } finally {
      await others.drop();
    }
  });
});

describe('destinations', () => {
  beforeEach(async () => {
    await test.database.db.delete(destinations);
    groups.clear();
  });

  const wanted = {
    kind: 'telegram',
    name: 'Main group',
    chat: '@my_group',
    secret: TELEGRAM_TOKEN,
    events: ['published', 'closed'],
    markets: ['Forex'],
    educators: ['1', '3'] as string[] | null,
    showsLevels: false,
  };
  type Added = RouteResponse<typeof addDestination> & { fields: Record<string, string> };
  const add = (changes: object = {}) =>
    test.call<Added>('POST', addDestination.path, { token, body: { ...wanted, ...changes } });
  const act = (id: string, action: string) =>
    test.call<{ fields: Record<string, string> }>('POST', routeUrl(actOnDestination, { id }), {
      token,
      body: { action },
    });
  const countChanges = async () =>
    (await readLog()).filter(({ kind, operator }) => kind === 'destination_changed' && operator === 'Ada')
      .length;

  it('are added with a secret that is stored encrypted, and answered and logged nowhere', async () => {
    const before = await countChanges();
    expect(await add()).toMatchObject({ status: 201, body: { signingKey: null } });
    const [row] = await test.database.db.select().from(destinations);
    expect(openSecret(groups.key, row!.id, row!.secret)).toBe(TELEGRAM_TOKEN);
    const { secret: _, chat: target, ...shown } = wanted;
    const listed = await list();
    expect(listed).toEqual([
      { ...shown, target, id: row!.id, state: 'active', reason: null, failingSince: null },
    ]);
    const log = await readLog();
    expect(log[0]).toMatchObject({
      ...{ kind: 'destination_changed', operator: 'Ada', address: "operator's page", email: null },
      subject: `Added ${wanted.name}`,
    });
    expect(await countChanges()).toBe(before + 1);
    expect(JSON.stringify([listed, log])).not.toContain('AAAA');
  });

  it('that are programs get a signing key, which is shown once', async () => {
    const { body } = await add({
      kind: 'webhook',
      secret: 'https://desk.example.org/hooks?a=1',
      educators: null,
    });
    expect(body.signingKey).toMatch(/^whsec_\S{44}$/);
    const listed = await list();
    expect(listed).toMatchObject([{ target: 'desk.example.org', educators: null }]);
    expect(JSON.stringify(listed)).not.toMatch(/whsec|hooks/);
  });

  it.each([
    [
      { secret: '123456:short' },
      { secret: 'This is no token of a bot: BotFather gives one like 123456:ABC….' },
    ],
    [
      { kind: 'slack', secret: 'https://10.0.0.1/hooks' },
      { secret: expect.stringContaining('This is no address like') },
    ],
    [{ chat: undefined }, { chat: expect.stringContaining('The chat must be a group') }],
    [{ name: ' ' }, { name: 'Name is required.' }],
    [{ events: [] }, { events: 'Choose what is posted' }],
    [{ educators: ['9'] }, { educators: expect.any(String) }],
  ])('are refused with %j, and what is wrong stands at its field', async (changes, fields) => {
    const before = await countChanges();
    expect(await add(changes)).toMatchObject({ status: 400, body: { fields } });
    expect(await list()).toEqual([]);
    expect(await countChanges()).toBe(before);
  });

  it('have different names, and need the settings for posts', async () => {
    await add();
    expect((await add()).body.fields).toEqual({ name: 'There is already a destination "Main group".' });
    const bare = await startTestApp();
    try {
      const operator = await openOperatorSession(bare);
      const answer = await bare.call('POST', addDestination.path, { token: operator, body: wanted });
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { secret: expect.stringContaining('OUTWARD_KEY must be set') } },
      });
    } finally {
      await bare.close();
    }
  });

  it('are tested, paused, resumed and removed, and each action is logged', async () => {
    const id = await groups.add(test.database.db, 'slack', { name: 'Desk' });
    const before = await countChanges();
    expect((await act(id, 'test')).status).toBe(200);
    expect([...groups.messages.values()]).toEqual([expect.stringContaining('Posts of ideas arrive here.')]);
    expect((await act(id, 'pause')).status).toBe(200);
    expect(await list()).toMatchObject([{ state: 'paused' }]);
    await query(
      "update destinations set state = 'disabled', reason = 'channel archived', failing_since = now()",
    );
    expect(await list()).toMatchObject([
      { state: 'disabled', reason: 'channel archived', failingSince: expect.any(String) },
    ]);
    expect((await act(id, 'resume')).status).toBe(200);
    expect(await list()).toMatchObject([{ state: 'active', reason: null, failingSince: null }]);
    expect((await act(id, 'remove')).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await countChanges()).toBe(before + 4);
    expect((await act(id, 'remove')).status).toBe(404);
    expect((await act(randomUUID(), 'test')).status).toBe(404);
  });

  it('say why a test did not arrive, without the address, and where the key is missing', async () => {
    const id = await groups.add(test.database.db, 'slack');
    groups.behave('/services', { status: 404, body: 'no_service token-of-slack' });
    expect((await act(id, 'test')).body.fields).toEqual({ action: 'Not posted: the webhook was deleted.' });
    await query("update destinations set secret = '\\x00ff'");
    expect(await list()).toMatchObject([{ state: 'key missing' }]);
    expect((await act(id, 'test')).body.fields.action).toContain('key missing');
  });
});
