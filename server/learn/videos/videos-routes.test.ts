import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Video } from '../../../contract/learn/videos.ts';
import type { ErrorBody } from '../../../contract/shared/errors.ts';
import { media, videos } from '../../database/schema.ts';
import { createMediaService } from '../../media/create-media-service.ts';
import { mp4, uploadFile } from '../../testing/media-files.ts';
import { addVideo, videoInput } from '../../testing/profile-inputs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testEnv } from '../../testing/test-env.ts';

let test: TestApp;
let now = new Date('2026-11-20T09:00:00.000Z');
let customer: string;
let one: string;
let two: string;

beforeAll(async () => {
  test = await startTestApp({ clock: () => now });
  customer = await test.openSession('customer@test.example');
  one = await test.openSession('one@test.example');
  two = await test.openSession('two@test.example');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.db.delete(videos);
});

const list = async (token: string, query = '') =>
  (await test.call<Video[]>('GET', `/api/videos${query}`, { token })).body;
const titles = async (token: string, query = '') => (await list(token, query)).map(({ title }) => title);
const change = (token: string, id: string, body: unknown) =>
  test.call<Video & ErrorBody>('PUT', `/api/videos/${id}`, { token, body });
const remove = (token: string, id: string) => test.call('DELETE', `/api/videos/${id}`, { token });
const later = () => {
  now = new Date(now.getTime() + 1_000);
};

describe('/api/videos', () => {
  it("lists videos newest first with the educator's name (§3.4)", async () => {
    const first = await addVideo(test, one, { title: 'first' });
    later();
    await addVideo(test, two, { title: 'second' });
    expect(await titles(customer)).toEqual(['second', 'first']);
    expect((await list(customer))[1]).toEqual(first);
    expect(first).toMatchObject({
      educator_id: '1',
      educator_name: 'Educator One',
      ...videoInput({ title: 'first' }),
    });
  });

  it('adds one video for retries under one key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const add = (token: string, title = 'once') =>
      test.call<Video & ErrorBody>('POST', '/api/videos', { token, headers, body: videoInput({ title }) });
    const tries = await Promise.all(Array.from({ length: 5 }, () => add(one)));
    expect(tries.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(tries.map(({ body }) => body.id)).size).toBe(1);
    expect(await list(customer)).toEqual([tries[0]?.body]);
    expect(await add(one, 'another')).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    // Keys are separate per user.
    expect((await add(two)).status).toBe(201);
  });

  it('filters by category and educator (§7.16)', async () => {
    await addVideo(test, one, { title: 'a', category: 'Forex' });
    later();
    await addVideo(test, two, { title: 'b', category: 'Forex' });
    later();
    await addVideo(test, two, { title: 'c', category: 'Crypto' });
    expect(await titles(customer, '?category=Forex')).toEqual(['b', 'a']);
    expect(await titles(customer, '?educatorId=2')).toEqual(['c', 'b']);
    expect(await titles(customer, '?category=Forex&educatorId=2')).toEqual(['b']);
    expect(await titles(customer, '?educatorId=7')).toEqual([]);
    expect((await test.call('GET', '/api/videos?category=Cooking', { token: customer })).status).toBe(400);
  });

  it('pages through videos, each once, while others are added', async () => {
    for (let number = 1; number <= 5; number++) {
      await addVideo(test, one, { title: `video ${number}`, category: number === 3 ? 'Crypto' : 'Forex' });
      // Equal times across the end of a page: the id decides.
      if (number !== 3) later();
    }
    const found: string[] = [];
    let path: string | undefined = '/api/videos?limit=2';
    while (path) {
      const page: Awaited<ReturnType<typeof test.call<Video[]>>> = await test.call<Video[]>('GET', path, {
        token: customer,
      });
      found.push(...page.body.map(({ title }) => title));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      if (found.length === 2) await addVideo(test, two, { title: 'came meanwhile' });
    }
    expect(found.toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => `video ${number}`));
    expect(found[0]).toBe('video 5');

    const forex = await test.call<Video[]>('GET', '/api/videos?limit=2&category=Forex', { token: customer });
    expect(forex.headers.get('link')).toContain('category=Forex');
    for (const query of ['?cursor=nonsense', '?limit=0', '?limit=101'])
      expect((await test.call('GET', `/api/videos${query}`, { token: customer })).status).toBe(400);
  });

  it('hides videos of the hidden educator from customers', async () => {
    const at = now.toISOString();
    const row = { ...videoInput({ title: 'test data' }), educator_id: '9', created_at: at, updated_at: at };
    await test.database.db.insert(videos).values(row);
    expect(await titles(customer)).toEqual([]);
    expect(await titles(customer, '?educatorId=9')).toEqual([]);
    expect(await titles(one)).toEqual(['test data']);
  });

  it('lets only their educator change the given fields', async () => {
    const { id, created_at } = await addVideo(test, one);
    later();
    expect(await change(two, id, { title: 'mine now' })).toMatchObject({ status: 403 });
    const answer = await change(one, id, { title: ' Better title ' });
    expect(answer).toMatchObject({
      status: 200,
      body: { ...videoInput({ title: 'Better title' }), created_at, updated_at: now.toISOString() },
    });
    expect(await list(customer)).toEqual([answer.body]);
  });

  it.each([
    ['HTTPS://video.example/a', 'https://video.example/a'],
    [' https://video.example/a ', 'https://video.example/a'],
    ['https:video.example', undefined],
    ['https:\\\\video.example', undefined],
    ['ht\ntps://video.example/', undefined],
    ['https://video.example/a\nb', undefined],
    ['https://video.example/\u202egnp.exe', 'https://video.example/gnp.exe'],
  ])('takes %j as a link if it begins with https://', async (url, stored) => {
    const body = videoInput({ url });
    const answer = await test.call<Video & ErrorBody>('POST', '/api/videos', { token: one, body });
    expect(answer).toMatchObject(stored ? { status: 201, body: { url: stored } } : { status: 400 });
  });

  it('lets only their educator delete them', async () => {
    const { id } = await addVideo(test, one);
    expect((await remove(two, id)).status).toBe(403);
    expect(await remove(one, id)).toMatchObject({ status: 200, body: { success: true } });
    expect((await remove(one, id)).status).toBe(404);
    expect(await list(customer)).toEqual([]);
  });

  it('answers 404 for unknown videos and 400 for an invalid id', async () => {
    expect((await change(one, randomUUID(), { title: 'x' })).status).toBe(404);
    expect((await remove(one, 'x')).status).toBe(400);
  });

  it.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ category: 'Cooking' }, 'category'],
    [{ url: 'http://video.example/a' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://me@video.example/a' }, 'url'],
    [{ url: 'https://127.0.0.1/a' }, 'url'],
    [{ url: '/media/0123456789abcdef0123456789abcdef.mp4' }, 'url'],
    [{ url: '/media/0123456789abcdef0123456789abcdef.jpg' }, 'url'],
  ])('rejects %j', async (wrong, field) => {
    const answer = await test.call<ErrorBody>('POST', '/api/videos', {
      token: one,
      body: { ...videoInput(), ...wrong },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    expect(await list(one)).toEqual([]);
  });

  it.each(['abc', '01', ''])('refuses the educator %j of a list', async (educatorId) => {
    expect(await test.call('GET', `/api/videos?educatorId=${educatorId}`, { token: one })).toMatchObject({
      status: 400,
      body: { fields: { educatorId: 'Educator ID is required and must be valid' } },
    });
  });

  it('names missing required fields', async () => {
    const answer = await test.call<ErrorBody>('POST', '/api/videos', { token: one, body: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'MISSING_FIELDS' } });
    expect(Object.keys(answer.body.fields ?? {}).toSorted()).toEqual(['category', 'title', 'url']);
  });

  it("accepts only the educator's own upload, which is then kept", async () => {
    const { url } = await uploadFile(test, one, mp4());
    expect((await addVideo(test, one, { url })).url).toBe(url);
    const stolen = await test.call('POST', '/api/videos', { token: two, body: videoInput({ url }) });
    expect(stolen).toMatchObject({ status: 400, body: { fields: { url: expect.any(String) } } });
    const own = await addVideo(test, two);
    expect((await change(two, own.id, { url })).status).toBe(400);
    now = new Date(now.getTime() + 2 * 24 * 60 * 60_000);
    const cleaning = createMediaService(test.database.db, testEnv({ DATA_DIR: test.folder }), () => now);
    await cleaning.removeUnreferenced();
    expect(await test.database.db.select().from(media)).toMatchObject([{ name: url.replace('/media/', '') }]);
    await test.database.db.delete(videos);
    await cleaning.removeUnreferenced();
    expect(await test.database.db.select().from(media)).toEqual([]);
  });
});
