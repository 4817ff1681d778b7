import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../contract/account/auth.ts';
import type { ErrorBody } from '../../../contract/shared/errors.ts';
import { media, userProfiles, users } from '../../database/schema.ts';
import { animatedPng, pngBomb } from '../../testing/hostile-images.ts';
import { jpeg, picture, wav } from '../../testing/media-files.ts';
import { profileInput, sendPortrait } from '../../testing/profile-inputs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let now = new Date();
let customer: string;
let one: string;

beforeAll(async () => {
  test = await startTestApp({ clock: () => now });
  customer = await test.openSession('customer@test.example');
  one = await test.openSession('one@test.example');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.db.delete(userProfiles);
  await test.database.db.update(users).set({ profileImage: null });
});

const toPath = ({ id }: User) => `/profile-images/${id}`;
const fetchImage = (who: User, token?: string, headers: Record<string, string> = {}) =>
  fetch(new URL(toPath(who), test.url), {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
const readImage = async (response: Response) => {
  // As a file, because the app has disabled libvips' other loaders in this process too.
  const path = join(test.folder, 'shown.jpg');
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  const { width, height, format, exif } = await sharp(path).metadata();
  return { width, height, format, exif };
};
const publish = (is_public = true) =>
  test.call('POST', `/api/user-profiles/${test.people.educator1.id}`, {
    token: one,
    body: profileInput({ is_public }),
  });
const findImage = async (who: User) => {
  const [row] = await test.database.db.select().from(users).where(eq(users.id, who.id));
  return row?.profileImage;
};

describe('a profile image', () => {
  it.each([
    [2000, 900, 512],
    [300, 900, 300],
    [40, 30, 30],
  ])(
    'turns an image of %i by %i pixels into a square of %i without metadata (§5.16)',
    async (width, height, side) => {
      const photo = await picture(width, height)
        .withExif({ IFD0: { Copyright: 'somebody' } })
        .jpeg()
        .toBuffer();
      const answer = await sendPortrait(test, customer, photo);
      expect(answer.status).toBe(200);
      const shown = await fetchImage(test.people.customer, customer);
      expect(await readImage(shown)).toEqual({ width: side, height: side, format: 'jpeg', exif: undefined });
    },
  );

  it('returns the image with the session, the account and the list of educators (§3.9)', async () => {
    const { body } = await sendPortrait(test, one, await jpeg());
    expect(body.profileImage).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/);
    expect(await findImage(test.people.educator1)).toBe(body.profileImage);
    const me = await test.call<User>('GET', '/api/auth/user', { token: one });
    expect(me.body.profileImage).toBe(body.profileImage);
    const educators = await test.call<User[]>('GET', '/api/users/educators', { token: customer });
    expect(educators.body[0]?.profileImage).toBe(body.profileImage);
  });

  it('names the stored image itself', async () => {
    await publish();
    const { body } = await sendPortrait(test, one, await jpeg());
    const shown = await fetchImage(test.people.educator1);
    const name = body.profileImage?.slice('/media/'.length);
    expect(shown.headers.get('content-disposition')).toBe(`inline; filename="${name}"`);
  });

  it('replaces an image under the same URL (§7.22)', async () => {
    await publish();
    await sendPortrait(test, one, await jpeg());
    const before = (await fetchImage(test.people.educator1)).headers.get('etag') ?? '';
    await sendPortrait(test, one, await picture(90, 90).png().toBuffer());
    const after = await fetchImage(test.people.educator1, undefined, { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect((await readImage(after)).width).toBe(90);
  });

  it('makes an image cacheable for an hour, and answers 304 if it is unchanged (§7.22, §9.8)', async () => {
    await publish();
    await sendPortrait(test, one, await jpeg());
    const first = await fetchImage(test.people.educator1);
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    const etag = first.headers.get('etag') ?? '';
    const again = await fetchImage(test.people.educator1, undefined, { 'if-none-match': `"x", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(new URL(toPath(test.people.educator1), test.url), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('requires a session for the image of a private profile or a customer', async () => {
    await publish(false);
    await sendPortrait(test, one, await jpeg());
    await sendPortrait(test, customer, await jpeg());
    for (const who of [test.people.educator1, test.people.customer]) {
      expect((await fetchImage(who)).status).toBe(404);
      expect((await fetchImage(who, 'A'.repeat(43))).status).toBe(404);
      const shown = await fetchImage(who, customer);
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600']);
      await shown.arrayBuffer();
    }
  });

  it('answers 404 for a missing image, and lets a missing one be removed', async () => {
    expect((await fetchImage(test.people.customer, customer)).status).toBe(404);
    const gone = await test.call('DELETE', '/api/profile-image', { token: customer });
    expect(gone).toMatchObject({ status: 200, body: { success: true } });
  });

  it('removes an image at once, and its file a day later (§7.22)', async () => {
    await publish();
    const { body } = await sendPortrait(test, one, await jpeg());
    const name = body.profileImage?.replace('/media/', '') ?? '';
    await test.call('DELETE', '/api/profile-image', { token: one });
    expect((await fetchImage(test.people.educator1)).status).toBe(404);
    expect(await findImage(test.people.educator1)).toBeNull();
    const { rows } = await test.database.pool.query('select name from media where name = $1', [name]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['a recording', async () => wav(), 415],
    ['a page', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['nothing', async () => Buffer.alloc(0), 415],
    ['an animation', animatedPng, 400],
    ['a bomb of 20,000 by 20,000 pixels', async () => pngBomb(20_000, 20_000), 400],
    ['half a photo', async () => (await jpeg(400, 400)).subarray(0, 700), 400],
    ['ten megabytes', async () => randomBytes(10 * 1024 * 1024 + 1), 415],
  ])('rejects %s and keeps the previous image', async (_what, content, status) => {
    const { body } = await sendPortrait(test, customer, await jpeg());
    now = new Date(now.getTime() + 1);
    const answer = await sendPortrait<ErrorBody>(test, customer, await content());
    expect(answer.status).toBe(status);
    expect(await findImage(test.people.customer)).toBe(body.profileImage);
  });

  it('rejects an image that is too large before receiving it', async () => {
    const answer = await sendPortrait<ErrorBody>(test, customer, Buffer.alloc(11 * 1024 * 1024)).catch(
      () => 'cut off',
    );
    if (typeof answer !== 'string') expect(answer.status).toBe(413);
    expect(
      await test.database.db
        .select()
        .from(media)
        .where(eq(media.byteSize, 11 * 1024 * 1024)),
    ).toEqual([]);
  });
});
