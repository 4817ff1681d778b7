import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bookmark,
  type BookmarkChanges,
  MAX_BOOKMARK_NOTE,
  MAX_BOOKMARKS,
} from '../../../contract/ideas/bookmarks.ts';
import { publish, publishHidden, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let customer: string;
let educator: string;
beforeAll(async () => {
  test = await startTestApp();
  customer = await test.openSession('customer@test.example');
  educator = await test.openSession('one@test.example');
});
afterAll(() => test.close());

const list = async (token = customer) =>
  (await test.call<Bookmark[]>('GET', '/api/bookmarks', { token })).body;
const put = (id: string, is_bookmarked: boolean, note = '', token = customer) =>
  test.call('PUT', `/api/bookmarks/${id}`, { token, body: { is_bookmarked, note } });

describe('followed educators', () => {
  it('lists followed educators per person, and changes nothing when one is followed twice', async () => {
    const call = (method: string, path: string, token = customer) => test.call(method, path, { token });
    for (const educatorId of ['2', '1', '2']) await call('PUT', `/api/follows/${educatorId}`);
    expect((await call('GET', '/api/follows')).body).toEqual({ educator_ids: ['1', '2'] });
    expect((await call('GET', '/api/follows', educator)).body).toEqual({ educator_ids: [] });
    expect((await call('DELETE', '/api/follows/2')).body).toEqual({ educator_ids: ['1'] });
    expect((await call('DELETE', '/api/follows/2')).body).toEqual({ educator_ids: ['1'] });
  });

  it.each(['9', '8', '0', 'one'])(
    'refuses to follow %s, who is no educator that customers see',
    async (educatorId) => {
      expect((await test.call('PUT', `/api/follows/${educatorId}`, { token: customer })).status).toBe(400);
    },
  );
});

describe('bookmarks and notes', () => {
  it.each([{ isBookmarked: true, note: 'x' }, { isBookmarked: true }])(
    'refuses the misspelt key of %o by its name',
    async (body) => {
      expect(
        await test.call('PUT', `/api/bookmarks/${randomUUID()}`, { token: customer, body }),
      ).toMatchObject({ status: 400, body: { fields: { isBookmarked: 'Unknown field' } } });
    },
  );

  it("lists a customer's bookmarks with their ideas, latest first, to nobody else", async () => {
    const [first, second] = [
      await publish(test, educator),
      await publish(test, educator, { pair: 'SPX500', market_type: 'Crypto' }),
    ];
    await put(first.id, true);
    await put(second.id, false, 'Wait for the London open.');
    const rows = await list();
    expect(rows).toMatchObject([
      {
        idea_id: second.id,
        is_bookmarked: false,
        note: 'Wait for the London open.',
        idea: { pair: 'SPX500' },
      },
      { idea_id: first.id, is_bookmarked: true, note: '', idea: { pair: 'EUR/USD', market_type: 'Forex' } },
    ]);
    expect(await list(educator)).toEqual([]);
    await put(second.id, false);
    expect((await list()).map(({ idea_id }) => idea_id)).toEqual([first.id]);
  });

  it('lists a bookmarked idea under the market that completed lists report', async () => {
    const { id } = await publish(test, educator, { pair: 'SP500', market_type: 'Crypto' });
    await put(id, true);
    expect((await list())[0]).toMatchObject({ idea: { pair: 'SP500', market_type: 'Crypto' } });
    const body = { status: 'successful' };
    await test.call('PUT', `/api/trade-ideas/${id}`, { token: educator, body });
    expect((await list())[0]).toMatchObject({ idea: { pair: 'SP500', market_type: 'Forex' } });
  });

  it('keeps a bookmark when the idea is deleted, and lets it be changed and removed', async () => {
    const idea = await publish(test, educator);
    await put(idea.id, true, 'Mine.');
    await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: educator });
    expect((await list())[0]).toMatchObject({ idea_id: idea.id, note: 'Mine.', idea: null });
    expect((await put(idea.id, true, 'Still mine.')).status).toBe(200);
    expect((await list())[0]).toMatchObject({ note: 'Still mine.' });
    await put(idea.id, false);
    expect((await list()).some(({ idea_id }) => idea_id === idea.id)).toBe(false);
  });

  it('changes only what is given, and removes the entry when nothing is left', async () => {
    const { id } = await publish(test, educator);
    const change = (body: BookmarkChanges) =>
      test.call('PUT', `/api/bookmarks/${id}`, { token: customer, body });
    const entry = async () => (await list()).find(({ idea_id }) => idea_id === id);
    await change({ note: 'Written elsewhere.' });
    await change({ is_bookmarked: true });
    expect(await entry()).toMatchObject({ is_bookmarked: true, note: 'Written elsewhere.' });
    await change({ note: '' });
    expect(await entry()).toMatchObject({ is_bookmarked: true, note: '' });
    await change({ is_bookmarked: false });
    expect(await entry()).toBeUndefined();
    expect((await change({ is_bookmarked: false })).status).toBe(200);
  });

  it('keeps a bookmark and a note that are sent at once', async () => {
    const { id } = await publish(test, educator);
    await Promise.all(
      [{ is_bookmarked: true }, { note: 'Mine.' }].map((body) =>
        test.call('PUT', `/api/bookmarks/${id}`, { token: customer, body }),
      ),
    );
    expect((await list())[0]).toMatchObject({ idea_id: id, is_bookmarked: true, note: 'Mine.' });
  });

  it('refuses a bookmark of an idea that the customer cannot see', async () => {
    const secret = await publishHidden(test);
    expect((await put(secret.id, true)).status).toBe(404);
    expect((await put(randomUUID(), true)).status).toBe(404);
    expect((await put(secret.id, true, '', educator)).status).toBe(200);
  });

  it("reveals nothing of a hidden idea in a customer's bookmark", async () => {
    const secret = await publishHidden(test);
    await test.database.pool.query(`insert into bookmarks values ($1, $2, true, '', now())`, [
      test.people.customer.id,
      secret.id,
    ]);
    expect((await list()).find(({ idea_id }) => idea_id === secret.id)).toMatchObject({ idea: null });
  });

  it.each([{}, { is_bookmarked: 'yes', note: '' }, []])('refuses the malformed bookmark %j', async (body) => {
    const { id } = await publish(test, educator);
    expect((await test.call('PUT', `/api/bookmarks/${id}`, { token: customer, body })).status).toBe(400);
    expect((await list()).some(({ idea_id }) => idea_id === id)).toBe(false);
  });

  it('limits bookmarks in length and number, also when many are added at once', async () => {
    const idea = await publish(test, educator);
    expect((await put(idea.id, true, 'x'.repeat(MAX_BOOKMARK_NOTE + 1))).status).toBe(400);
    const token = await test.openSession('two@test.example');
    await test.database.pool.query(
      `insert into bookmarks select $1, gen_random_uuid(), true, '', now() from generate_series(1, $2)`,
      [test.people.educator2.id, MAX_BOOKMARKS - 1],
    );
    const ideas = [];
    for (let count = 0; count < 6; count++) ideas.push(await publish(test, educator));
    const answers = await Promise.all(ideas.map(({ id }) => put(id, true, '', token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'TOO_MANY_BOOKMARKS' });
    const kept = ideas.find((_, index) => answers[index]?.status === 200);
    expect((await put(kept?.id ?? '', true, 'An entry can be changed at the limit.', token)).status).toBe(
      200,
    );
  });
});
