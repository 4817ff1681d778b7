import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { LedgerRow } from '../../contract/record/ledger.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { verifyLedger } from '../../contract/record/verify-ledger.ts';
import { buildApp } from '../app.ts';
import { setEducator } from '../educators/educators-service.ts';
import { jpeg, mp4, uploadFile, wav } from '../testing/media-files.ts';
import { type Answer, publish, publishHidden, startTestApp, type TestApp } from '../testing/test-app.ts';
import { testEnv } from '../testing/test-env.ts';
import { withoutTable } from '../testing/without-table.ts';
import { sha256 } from './ledger-service.ts';

let test: TestApp;
let one: string;
let two: string;
/** The same database behind the real page, with and without the setting. */
let folder: string;
const logged: string[] = [];
let pages: Record<'on' | 'off', Awaited<ReturnType<typeof buildApp>>>;

beforeAll(async () => {
  test = await startTestApp({ settings: { PUBLIC_RECORDS: 'on' } });
  one = await test.openSession('one@test.example');
  two = await test.openSession('two@test.example');
  folder = await mkdtemp(join(tmpdir(), 'chartlark-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    await readFile(fileURLToPath(new URL('../../web/index.html', import.meta.url))),
  );
  const build = (PUBLIC_RECORDS: string) =>
    buildApp({
      database: test.database,
      env: testEnv({ PUBLIC_RECORDS, BASE_URL: 'https://larks.example', DATA_DIR: folder }),
      webFolder: folder,
      logStream: { write: (line) => logged.push(line) },
    });
  pages = { on: await build('on'), off: await build('off') };
});
afterAll(async () => {
  await Promise.all([pages.on.close(), pages.off.close()]);
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const setPublished = (token: string, published: boolean) =>
  test.call('PUT', '/api/record-publication', { token, body: { published } });
beforeEach(() => setPublished(one, true));
afterEach(() => test.database.pool.query('update users set record_published_at = null, disabled_at = null'));

const RECORD = '/api/public/records/1';
const getStatuses = async (educatorId: string) => {
  const path = `/api/public/records/${educatorId}`;
  const calls = [test.call('GET', path), test.call('GET', `${path}/ledger`)];
  return (await Promise.all(calls)).map(({ status }) => status);
};
const getRecord = async () => (await test.call<TrackRecord>('GET', RECORD)).body;
const readLedger = async (path = `${RECORD}/ledger?limit=3`): Promise<LedgerRow[]> => {
  const rows: LedgerRow[] = [];
  let next: string | undefined = path;
  while (next) {
    const { body, headers }: Answer<LedgerRow[]> = await test.call('GET', next);
    rows.push(...body);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return rows;
};
const change = (idea: TradeIdea, body: object) =>
  test.call('PUT', `/api/trade-ideas/${idea.id}`, { token: one, body });
const won = { status: 'successful', result_level: 'exit_1' };

describe('who has a public record', () => {
  it('is an educator who published it, until they take it back', async () => {
    const state = async () => (await test.call('GET', '/api/record-publication', { token: one })).body;
    expect([await getStatuses('1'), await state()]).toEqual([[200, 200], { published: true }]);
    expect((await setPublished(one, false)).body).toEqual({ published: false });
    expect([await getStatuses('1'), await state()]).toEqual([[404, 404], { published: false }]);
    expect(await getStatuses('2'), 'another educator').toEqual([404, 404]);
  });

  it('is nobody unless the operator allows it', async () => {
    const { off } = pages;
    for (const url of [RECORD, `${RECORD}/ledger`])
      expect((await off.inject({ method: 'GET', url })).statusCode, url).toBe(404);
    const headers = { authorization: `Bearer ${one}` };
    const publication = { url: '/api/record-publication', headers };
    expect((await off.inject({ method: 'GET', ...publication })).json()).toEqual({ published: null });
    const put = await off.inject({ method: 'PUT', ...publication, payload: { published: false } });
    expect(put.statusCode).toBe(404);
    expect(await getStatuses('1'), 'nothing was taken back').toEqual([200, 200]);
  });

  it('is never educator 9, however it came to be published', async () => {
    const hidden = await test.openSession('hidden@test.example');
    await publishHidden(test);
    expect((await setPublished(hidden, true)).status).toBe(404);
    await test.database.pool.query('update users set record_published_at = now()');
    expect(await getStatuses('9')).toEqual([404, 404]);
    expect((await pages.on.inject({ method: 'GET', url: '/record/9' })).statusCode).toBe(404);
  });

  it('is no disabled educator, and no other owner of the account', async () => {
    await test.database.pool.query(`update users set disabled_at = now() where educator_id = '1'`);
    expect(await getStatuses('1')).toEqual([404, 404]);
    await setPublished(two, true);
    expect(await getStatuses('2')).toEqual([200, 200]);
    await setEducator(test.database.db, '2', { email: 'successor@test.example' });
    expect(await getStatuses('2')).toEqual([404, 404]);
    await setEducator(test.database.db, '2', { email: 'two@test.example' });
    two = await test.openSession('two@test.example');
  });

  it.each(['0', '01', '8', 'x', '1%20', '1%27'])('is not %s', async (id) => {
    expect(await getStatuses(id)).toEqual([404, 404]);
  });
});

describe('what a stranger learns', () => {
  const secrets = {
    note: 'SECRET note',
    lesson: 'SECRET lesson',
    openPair: 'SECRET/OPEN',
    reopenedPair: 'SECRET/AGAIN',
    deletedPair: 'SECRET/GONE',
    level: '77123.25',
  };
  let media: string[];
  let closed: TradeIdea;
  let open: TradeIdea;

  beforeAll(async () => {
    media = [];
    // One upload at a time.
    for (const file of [await jpeg(), wav(), mp4()]) media.push((await uploadFile(test, one, file)).url);
    const [photo, audio_url, video_url] = media as [string, string, string];
    const withSecrets = { notes: secrets.note, image_urls: [photo], audio_url, video_url };
    closed = await publish(test, one, { pair: 'EUR/CHF', ...withSecrets });
    await change(closed, { invalidation_level: '1.0756' });
    await change(closed, { exit_1: '1.0922', notes: `${secrets.note} again` });
    await change(closed, won);
    await change(closed, { lesson: secrets.lesson, lesson_tag: 'news' });
    open = await publish(test, one, { pair: secrets.openPair, exit_3: secrets.level });
    const again = await publish(test, one, { pair: secrets.reopenedPair, exit_3: secrets.level });
    for (const changes of [won, { status: 'active' }, { exit_3: secrets.level.replace('5', '6') }])
      await change(again, changes);
    const gone = await publish(test, one, { pair: secrets.deletedPair, exit_3: secrets.level });
    await change(gone, { exit_2: secrets.level });
    await change(gone, won);
    await test.call('DELETE', `/api/trade-ideas/${gone.id}`, { token: one });
    const other = await publish(test, two, { pair: 'SECRET/OTHER' });
    await test.call('PUT', `/api/trade-ideas/${other.id}`, { token: two, body: won });
    await publishHidden(test, { notes: 'SECRET hidden' });
  });

  it('has closed ideas only, and counts the others', async () => {
    const { entries, ideas, open_since } = await getRecord();
    expect(entries.map(({ pair }) => pair)).toEqual(['EUR/CHF', 'Deleted idea']);
    expect(ideas).toMatchObject({ total: 4, open: 2, reopened: 1, deleted: 1 });
    expect(open_since).toBe(open.created_at);
    const { body } = await test.call<TrackRecord[]>('GET', '/api/performance?educatorId=1', { token: two });
    expect((await getRecord()).rules, 'the same figures as for everybody').toEqual(body[0]?.rules);
  });

  it('never has an open or deleted idea, a text, an upload or what others wrote', async () => {
    const page = await pages.on.inject({ method: 'GET', url: '/record/1' });
    const everything = JSON.stringify([await getRecord(), await readLedger(), page.body]);
    expect(everything).toContain('EUR/CHF');
    expect(everything).not.toMatch(/SECRET|77123|77126|"news"/);
    expect(JSON.stringify(await readLedger())).not.toContain('Educator One');
    for (const url of media) expect(everything).not.toContain(url.split('/').at(-1));
    expect(everything).not.toContain(open.id);
  });

  it('can verify the whole log, and read what changed of closed ideas', async () => {
    const rows = await readLedger();
    const all = await readLedger(`${RECORD}/ledger`);
    expect(rows).toEqual(all);
    const { rows: stored } = await test.database.pool.query(
      'select hash from idea_revisions order by number',
    );
    expect(rows.map(({ hash }) => hash)).toEqual(stored.map(({ hash }) => hash));
    const readable = rows.flatMap((row) => ('changes' in row ? [row] : []));
    expect(new Set(readable.map(({ idea_id }) => idea_id))).toEqual(new Set([closed.id]));
    const said = readable.map(({ changes }) =>
      changes.map(({ field, digest, ...values }) => [field, digest ? Object.keys(values) : values.new]),
    );
    expect(said).toEqual([
      expect.arrayContaining([
        ['educator_name', []],
        ['pair', 'EUR/CHF'],
        ['order_type', 'BUY'],
        ['entry_1', closed.entry_1],
        ['notes', []],
        ['image_urls', []],
      ]),
      [['invalidation_level', '1.0756']],
      [
        ['exit_1', '1.0922'],
        ['notes', []],
      ],
      [
        ['status', 'successful'],
        ['result_level', 'exit_1'],
      ],
      [
        ['lesson', []],
        ['lesson_tag', []],
      ],
    ]);
    expect(await verifyLedger(rows, { sha256 })).toMatchObject({
      valid: true,
      count: stored.length,
      redacted: stored.length - 2,
    });
  });
});

describe('the page of a public record', () => {
  const get = (app: 'on' | 'off', url = '/record/1') => pages[app].inject({ method: 'GET', url });

  it('says whose record it is to a link preview', async () => {
    const { statusCode, body, headers } = await get('on');
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(body).toContain('<title>Educator One, track record</title>');
    expect(body).toContain('<meta property="og:title" content="Educator One, track record" />');
    const sentence =
      /content="2 closed ideas, [+−]\d\.\d\dR[^"<>]* on average if closed at exit 1\. Past results do not predict/g;
    expect(body.match(sentence)).toHaveLength(2);
    expect(body).toContain('property="og:image" content="https://larks.example/install/icon-512.png"');
  });

  it('escapes the name', async () => {
    const full_name = `"><script>alert(1)</script> $& $'`;
    const rename = (name: string) =>
      test.call('PUT', '/api/users/me', { token: one, body: { full_name: name } });
    expect((await rename(full_name)).status).toBe(200);
    const { body } = await get('on');
    await rename('Educator One');
    expect(body).toContain(`&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $', track record</title>`);
    expect(body).not.toContain('<script>alert');
    expect(body.match(/<title>/g)).toHaveLength(1);
  });

  it('is shown without a description while the database fails', async () => {
    const plain = (await get('on', '/')).body;
    await withoutTable(test.database.pool, 'users', async () => {
      const { statusCode, body } = await get('on');
      expect([statusCode, body]).toEqual([200, plain]);
    });
    expect(logged.join('')).toContain('The description of a track record failed');
  });

  it.each([
    ['a record that is not published', 'on', '/record/2'],
    ['no educator', 'on', '/record/x'],
    ['all records without the setting', 'off', '/record/1'],
    ['another spelling without the setting', 'off', '/Record/1'],
  ] as const)('is that of an unknown path for %s', async (_, app, url) => {
    const { statusCode, body } = await get(app, url);
    expect(statusCode).toBe(404);
    expect(body).toBe((await get(app, '/nothing')).body);
  });
});

it('limits how often a stranger reads', async () => {
  const at = new Date();
  const limited = await buildApp({
    database: test.database,
    env: testEnv({ PUBLIC_RECORDS: 'on', RATE_LIMITS: 'on', LOG_LEVEL: 'silent', DATA_DIR: folder }),
    webFolder: folder,
    clock: () => at,
  });
  const countRefused = async (url: string, calls: number) => {
    const answers = Array.from({ length: calls }, () => limited.inject({ method: 'GET', url }));
    return (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 429).length;
  };
  expect(await countRefused(`${RECORD}/ledger?limit=1`, 62)).toBe(2);
  expect(await countRefused('/record/1', 302)).toBe(2);
  expect(await countRefused(RECORD, 1), 'one limit for record and page').toBe(1);
  await limited.close();
});
