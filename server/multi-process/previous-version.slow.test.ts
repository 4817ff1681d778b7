import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas.ts';
import { admin } from '../testing/admin.ts';
import { createPreviousVersion } from '../testing/previous-version.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

const PUBLISHED = '2026-11-20T09:00:00.000Z';
const CHANGED = '2026-11-20T10:00:00.000Z';

let test: TestApp;
let previous: ReturnType<typeof createPreviousVersion>;
let customer: string;
let educator: string;
let author: { id: string; name: string };
beforeAll(async () => {
  test = await startTestApp();
  previous = createPreviousVersion(test.database.pool);
  customer = await test.openSession('customer@test.example');
  educator = await test.openSession('one@test.example');
  author = { id: test.people.educator1.id, name: 'Educator One' };
});
afterAll(() => test.close());

const get = async <T>(path: string) => (await test.call<T>('GET', path, { token: customer })).body;

/** The previous version has no code here: its statements run on the migrated database, beside this version's process. */
describe('a process of the previous version on the migrated database', () => {
  it('publishes and changes ideas that this version lists, streams, changes and verifies', async () => {
    const stream = await StreamReader.open(test.url, customer);
    const idea = await previous.publish(author, PUBLISHED, { pair: 'GBP/USD' });
    await previous.change(idea, CHANGED, { exit_1: '1.0930' });
    await stream.waitUntil(({ changes }) => changes.length === 2);
    await stream.close();
    expect(await get(`/api/trade-ideas?state=active`)).toMatchObject([{ id: idea.id, exit_1: '1.0930' }]);
    expect(await get(`/api/trade-ideas/${idea.id}`)).toMatchObject({ closed_at: null, version: 2 });
    const closing = await test.call<TradeIdea>('PUT', `/api/trade-ideas/${idea.id}`, {
      token: educator,
      body: { status: 'successful', result_level: 'exit_1' },
    });
    expect(closing).toMatchObject({ status: 200, body: { version: 3, closed_at: expect.any(String) } });
    await publish(test, educator);
    const ledger = await admin(['verify-ledger'], {
      DATABASE_URL: test.testDatabase.connectionString,
      DATA_DIR: test.folder,
    });
    expect(ledger.out).toContain('Ledger intact: 4 entries about 2 ideas.');
    expect(await get('/api/news')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'published', idea: expect.objectContaining({ id: idea.id }) }),
      ]),
    );
  });

  it('saves settings without taking back what this version added to them', async () => {
    const { id } = test.people.customer;
    await previous.savePreferences(id, true, false);
    expect(await get('/api/notifications/preferences')).toEqual({ Forex: true, Crypto: false });
    await previous.savePushSettings(id, true);
    const followedOnly = { Forex: false, Crypto: true };
    const stored = await get<object>('/api/push/settings');
    expect(stored).toMatchObject({ statusChanges: true, followedOnly: { Forex: false, Crypto: false } });
    const body = { ...stored, followedOnly };
    await test.call('PUT', '/api/push/settings', { token: customer, body });
    await previous.savePushSettings(id, false);
    expect(await get('/api/push/settings')).toMatchObject({ statusChanges: false, followedOnly });
  });

  it('adds people and messages that this version knows', async () => {
    await previous.addUser('customer2@test.example');
    expect(await test.openSession('customer2@test.example')).toEqual(expect.any(String));
    await previous.say('Leverage Ideas', 'edu-1', PUBLISHED, 'From the previous version.');
    const [room] = await get<{ id: string }[]>('/api/chat/rooms');
    expect(await get(`/api/chat/rooms/${room?.id}/messages`)).toMatchObject([
      { message: 'From the previous version.' },
    ]);
  });
});

/** The reasons of CHANGELOG.md. When they are gone, the entry goes too. */
describe('a process of the previous version beside this one', () => {
  it('fails to count failed sign-ins, because the table has other columns', async () => {
    await expect(previous.countFailedSignIn('customer@test.example')).rejects.toThrow('column "key"');
  });

  it('leaves an idea that it closes or whose level it moves without closing time and plan', async () => {
    const idea = await previous.publish(author, PUBLISHED);
    const moved = await previous.change(idea, CHANGED, { invalidation_level: '1.0800' });
    await previous.change(moved, CHANGED, { status: 'successful' });
    expect(await get(`/api/trade-ideas/${idea.id}`)).toMatchObject({
      status: 'successful',
      closed_at: null,
      plan: null,
    });
  });
});
