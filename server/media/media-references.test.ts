import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { ErrorBody } from '../../contract/shared/errors.ts';
import { chatMessages, chatRooms, media, users } from '../database/schema.ts';
import { Housekeeping } from '../operations/housekeeping.ts';
import { jpeg, mp4, uploadFile, wav } from '../testing/media-files.ts';
import { ideaInput, publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { testEnv } from '../testing/test-env.ts';
import { createMediaService } from './create-media-service.ts';

const HOUR = 60 * 60_000;
let test: TestApp;
let one: string;
let two: string;
let now = Date.now();
beforeAll(async () => {
  test = await startTestApp();
  [one, two] = await Promise.all([
    test.openSession('one@test.example'),
    test.openSession('two@test.example'),
  ]);
});
afterAll(() => test.close());

const clock = () => new Date(now);
const photo = async (token: string) => (await uploadFile(test, token, await jpeg())).url;
const recording = async (token: string) => (await uploadFile(test, token, wav())).url;
const film = async (token: string) => (await uploadFile(test, token, mp4())).url;
const isThere = (url: string) => existsSync(join(test.folder, url));
const post = (token: string, changes: object) =>
  test.call<TradeIdea & ErrorBody>('POST', '/api/trade-ideas', {
    token,
    body: { ...ideaInput(), ...changes },
  });
const put = (token: string, id: string, body: object) =>
  test.call<TradeIdea & ErrorBody>('PUT', `/api/trade-ideas/${id}`, { token, body });
/** Rows of uploads without their files. */
const fill = (count: number, byteSize: number, ownerId: string, createdAt = new Date()) =>
  test.database.db.insert(media).values(
    Array.from({ length: count }, () => ({
      name: `${randomUUID().replaceAll('-', '')}.mp4`,
      ownerId,
      kind: 'video' as const,
      contentType: 'video/mp4',
      byteSize,
      createdAt,
    })),
  );
const createService = (after: number) => {
  now = Date.now() + after;
  const config = { dataDir: test.folder, s3: undefined, uploadQuotaBytes: 1024 ** 3 };
  return createMediaService(test.database.db, config, clock);
};
const removeUnreferenced = (after: number) => createService(after).removeUnreferenced();
const clean = async (after: number) => {
  const service = createService(after);
  const nothing = { removeOld: async () => undefined };
  await new Housekeeping(
    {
      database: test.database,
      clock,
      env: testEnv(),
      media: service,
      push: nothing,
      posts: nothing,
      candles: nothing,
    },
    test.app.log,
  ).clean();
};

describe('media of an idea', () => {
  it('stores media in order: photos, a recording and a video, also in the ledger (§2.27, §5.12)', async () => {
    const photos = [await photo(one), await photo(one), await photo(one)];
    const held = { image_urls: photos, audio_url: await recording(one), video_url: await film(one) };
    const idea = await publish(test, one, held);
    expect(idea).toMatchObject(held);
    const turned = photos.toReversed();
    expect((await put(one, idea.id, { image_urls: turned, audio_url: null })).body).toMatchObject({
      image_urls: turned,
      audio_url: null,
      version: 2,
    });
    const { body } = await test.call<IdeaRevision[]>('GET', `/api/trade-ideas/${idea.id}/revisions`, {
      token: two,
    });
    expect(body[0]?.changes).toContainEqual(
      expect.objectContaining({ field: 'image_urls', old: null, new: photos }),
    );
    expect(body[1]?.changes).toMatchObject([
      { field: 'image_urls', old: photos, new: turned },
      { field: 'audio_url', old: held.audio_url, new: null },
    ]);
  });

  it('accepts a link as video, also beside an upload', async () => {
    const link = { video_url: 'https://example.org/watch?v=1' };
    expect(await publish(test, one, link)).toMatchObject(link);
    const both = { ...link, image_urls: [await photo(one)] };
    expect(await publish(test, one, both)).toMatchObject(both);
  });

  it.each([
    ['image_urls', async () => [await photo(two)]],
    ['audio_url', () => recording(two)],
    ['video_url', () => film(two)],
  ])("rejects another educator's upload as %s, new or changed", async (field, make) => {
    const theirs = await make();
    const mine = await publish(test, one);
    for (const answer of [
      await post(one, { [field]: theirs }),
      await put(one, mine.id, { [field]: theirs }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.body.fields).toEqual({
        [field]: 'This upload is no longer available. Upload it again.',
      });
    }
    const { body } = await test.call<TradeIdea>('GET', `/api/trade-ideas/${mine.id}`, { token: one });
    expect(body).toEqual(mine);
  });

  it.each([
    [
      'four photos',
      { image_urls: Array.from({ length: 4 }, (_, n) => `/media/${String(n).repeat(32)}.jpg`) },
      'You can upload maximum 3 photos per trade idea',
    ],
    [
      'one photo twice',
      { image_urls: Array(2).fill(`/media/${'a'.repeat(32)}.jpg`) },
      "You've added this photo twice",
    ],
    [
      'a recording as a photo',
      { image_urls: [`/media/${'a'.repeat(32)}.wav`] },
      'A photo must be an uploaded image',
    ],
    [
      'a photo from elsewhere',
      { image_urls: ['https://example.org/a.jpg'] },
      'A photo must be an uploaded image',
    ],
    ['a path as a photo', { image_urls: ['/media/../api/config'] }, 'A photo must be an uploaded image'],
    [
      'a link as a recording',
      { audio_url: 'https://example.org/a.mp3' },
      'The voice explanation must be an uploaded recording',
    ],
    [
      'a photo as a video',
      { video_url: `/media/${'a'.repeat(32)}.jpg` },
      'Video link must start with https://',
    ],
  ])('rejects media with %s', async (_case, changes, message) => {
    const answer = await post(one, changes);
    expect([answer.status, Object.values(answer.body.fields ?? {})]).toEqual([400, [message]]);
  });

  it('rejects an unknown upload', async () => {
    const answer = await post(one, { image_urls: [`/media/${'a'.repeat(32)}.jpg`] });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['image_urls']]);
  });
});

describe('housekeeping of media', () => {
  it('removes unreferenced uploads after 24 hours and keeps the rest', async () => {
    const [cover, voice, video, unused] = [
      await photo(one),
      await recording(one),
      await film(one),
      await photo(one),
    ];
    const [said, avatar, unsaid] = [await photo(one), await photo(two), await photo(one)];
    await publish(test, one, { image_urls: [cover], audio_url: voice, video_url: video });
    const { db } = test.database;
    const [room] = await db.insert(chatRooms).values({ name: randomUUID() }).returning();
    const message = {
      room_id: room?.id ?? '',
      user_id: 'edu-1',
      user_name: 'One',
      user_role: 'educator' as const,
    };
    await db.insert(chatMessages).values([
      { ...message, message: 'Shared an image', image_url: said },
      { ...message, message: 'Shared an image', image_url: unsaid, is_deleted: true },
    ]);
    await db.update(users).set({ profileImage: avatar }).where(eq(users.id, test.people.educator2.id));

    await clean(23 * HOUR);
    expect([unused, unsaid].every(isThere)).toBe(true);
    await clean(25 * HOUR);
    expect([cover, voice, video, said, avatar].map(isThere)).toEqual(Array(5).fill(true));
    expect([unused, unsaid].map(isThere)).toEqual([false, false]);
    expect((await test.call('GET', unused)).status).toBe(404);
    expect((await test.call('GET', cover)).status).toBe(200);
    const names = (await db.select({ name: media.name }).from(media)).map(({ name }) => `/media/${name}`);
    expect(names).toEqual(expect.arrayContaining([cover, voice, video, said, avatar]));
    expect(names).not.toContain(unused);
  });

  it('removes more than one batch, and keeps the row of a file that it could not remove', async () => {
    await test.database.db.delete(media);
    const kept = await photo(one);
    const folder = join(test.folder, kept);
    await rm(folder);
    await mkdir(join(folder, 'not empty'), { recursive: true });
    await expect(removeUnreferenced(25 * HOUR)).rejects.toThrow();
    expect(await test.database.db.select().from(media)).toHaveLength(1);
    await rm(folder, { recursive: true });
    await fill(100, 1, test.people.educator1.id);
    await removeUnreferenced(25 * HOUR);
    expect(await test.database.db.select().from(media)).toEqual([]);
  });

  it("removes a deleted account's unreferenced uploads at once", async () => {
    const [unused, used, kept] = [await photo(one), await photo(one), await photo(one)];
    await publish(test, one, { image_urls: [used] });
    const names = [unused, used].map((url) => url.slice('/media/'.length));
    await test.database.db.update(media).set({ ownerId: null }).where(inArray(media.name, names));
    await createService(0).removeOfDeletedAccounts();
    expect([unused, used, kept].map(isThere)).toEqual([false, true, true]);
  });

  it('does not find an upload that it has removed', async () => {
    const name = (await photo(one)).slice('/media/'.length);
    const service = createService(25 * HOUR);
    expect(await service.find(name)).toMatchObject({ name });
    await service.removeUnreferenced();
    await expect(service.find(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('removes media of a deleted idea and photos that were removed', async () => {
    const [kept, dropped, deleted] = [await photo(one), await photo(one), await photo(one)];
    const idea = await publish(test, one, { image_urls: [kept, dropped] });
    await put(one, idea.id, { image_urls: [kept] });
    const other = await publish(test, one, { image_urls: [deleted] });
    await test.call('DELETE', `/api/trade-ideas/${other.id}`, { token: one });
    await clean(25 * HOUR);
    expect([kept, dropped, deleted].map(isThere)).toEqual([true, false, false]);
  });

  it('skips an upload that a transaction is attaching', async () => {
    const url = await photo(one);
    const taking = test.database.db.transaction(async (tx) => {
      await tx
        .select()
        .from(media)
        .where(eq(media.name, url.slice('/media/'.length)))
        .for('share');
      await clean(25 * HOUR);
    });
    await taking;
    expect(isThere(url)).toBe(true);
  });

  it('removes abandoned uploads once nobody can be writing them', async () => {
    const folder = join(test.folder, 'media', 'arriving');
    await mkdir(folder, { recursive: true });
    await Promise.all([writeFile(join(folder, 'old'), 'x'), writeFile(join(folder, 'new'), 'x')]);
    const [before, after] = [61, 59].map((minutes) => new Date(Date.now() - (minutes * HOUR) / 60));
    // What an interrupted restore leaves.
    await mkdir(join(folder, 'restoring'));
    await writeFile(join(folder, 'restoring', 'upload'), 'x');
    for (const name of ['old', 'restoring']) await utimes(join(folder, name), before!, before!);
    await utimes(join(folder, 'new'), after!, after!);
    await clean(0);
    expect(await readdir(folder)).toEqual(['new']);
  });
});

describe('the upload limit', () => {
  it('blocks one educator after 2 GB in a day, but no others', async () => {
    await test.database.db.delete(media);
    await fill(2, 1024 ** 3, test.people.educator1.id);
    await expect(uploadFile(test, one, wav())).rejects.toThrow('429');
    await expect(uploadFile(test, two, wav())).resolves.toMatchObject({ kind: 'audio' });
  });

  it('counts the last 24 hours', async () => {
    await test.database.db.delete(media);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);
    await fill(2, 1024 ** 3, test.people.educator1.id, hoursAgo(24));
    await expect(uploadFile(test, one, wav())).resolves.toMatchObject({ kind: 'audio' });
    await fill(2, 1024 ** 3, test.people.educator1.id, hoursAgo(23));
    await expect(uploadFile(test, one, wav())).rejects.toThrow('429');
  });
});
