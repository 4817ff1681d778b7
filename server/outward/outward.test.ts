import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { IdeaPost } from '../../contract/outward/idea-posts.ts';
import { destinations } from '../database/schema.ts';
import { startGroupServer, type TestGroupServer } from '../testing/group-server.ts';
import { runJobsNow } from '../testing/jobs.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

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
    },
  });
  token = await test.openSession('one@test.example');
});
afterAll(async () => {
  await test.close();
  await groups.close();
});
beforeEach(async () => {
  await test.database.db.delete(destinations);
  groups.clear();
});

const listPosts = async ({ id }: TradeIdea) =>
  (await test.call<IdeaPost[]>('GET', `/api/trade-ideas/${id}/posts`, { token })).body;
const waitFor = (path: string, count = 1) =>
  expect
    .poll(() => groups.received.filter((call) => call.path.includes(path)).length, { interval: 5 })
    .toBe(count);

it('posts what was published, and shows the educator where', async () => {
  await groups.add(test.database.db, 'slack', { name: 'Main group' });
  const idea = await publish(test, token);
  await waitFor('/services');
  await expect
    .poll(() => listPosts(idea))
    .toEqual([
      { destination: 'Main group', event: 'published', state: 'sent', reason: null, at: expect.any(String) },
    ]);
});

it('posts to others and answers at once while destinations are frozen or gone', async () => {
  const { db } = test.database;
  for (const name of ['a', 'b', 'c']) await groups.add(db, 'slack', { name });
  await groups.add(db, 'discord');
  await groups.add(db, 'webhook');
  groups.behave('/services', 'silence', 'silence', 'silence');
  groups.behave('/hooks', { status: 503, body: '' });
  const idea = await publish(test, token);
  await waitFor('/services', 3);
  await waitFor('/api/webhooks');
  const second = await publish(test, token);
  await waitFor('/api/webhooks', 2);
  const posted = async (one: TradeIdea) =>
    (await listPosts(one)).filter(({ state }) => state === 'sent').map(({ destination }) => destination);
  await expect.poll(() => posted(idea)).toEqual(['discord']);
  await expect.poll(() => posted(second)).toEqual(['discord']);
  expect(await listPosts(idea)).toMatchObject([
    { destination: 'a', state: 'waiting' },
    { destination: 'b', state: 'waiting' },
    { destination: 'c', state: 'waiting' },
    { destination: 'discord' },
    { destination: 'webhook', state: 'waiting', reason: 'answered 503' },
  ]);
});

it('posts a close only once it can not be undone', async () => {
  await groups.add(test.database.db, 'slack', { events: ['closed'] });
  const idea = await publish(test, token);
  const put = (body: object) => test.call<TradeIdea>('PUT', `/api/trade-ideas/${idea.id}`, { token, body });
  const { body: closed } = await put({ status: 'successful' });
  await runJobsNow(test.database.pool, '%');
  const undone = await test.call('POST', `/api/trade-ideas/${idea.id}/undo`, {
    token,
    headers: { 'if-match': `"${closed.version}"` },
  });
  expect(undone.status).toBe(200);
  expect(await listPosts(idea)).toEqual([]);
  await put({ status: 'unsuccessful' });
  expect(await listPosts(idea)).toMatchObject([{ event: 'closed', state: 'waiting' }]);
  await test.database.pool.query("update posts set due_at = now() - interval '1 second'");
  await runJobsNow(test.database.pool, '%');
  await waitFor('/services');
});

it('posts nothing of a publication that was rolled back', async () => {
  await groups.add(test.database.db, 'slack');
  const refused = await test.call('POST', '/api/trade-ideas', {
    token,
    body: { pair: 'XAU/USD', image_urls: [`/media/${'a'.repeat(32)}.jpg`] },
  });
  expect(refused.status).toBe(400);
  expect((await test.database.pool.query('select from posts')).rowCount).toBe(0);
});
