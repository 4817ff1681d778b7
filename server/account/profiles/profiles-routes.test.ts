import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../contract/account/auth.ts';
import type { ProfileFields, PublicProfile, UserProfile } from '../../../contract/account/profiles.ts';
import type { Educator } from '../../../contract/educators/educators.ts';
import type { ErrorBody } from '../../../contract/shared/errors.ts';
import { userProfiles, users } from '../../database/schema.ts';
import { jpeg, uploadFile, wav } from '../../testing/media-files.ts';
import { profileInput } from '../../testing/profile-inputs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
let test: TestApp;
let customer: string;
let one: string;
let two: string;

beforeAll(async () => {
  test = await startTestApp({ clock: () => NOW });
  customer = await test.openSession('customer@test.example');
  one = await test.openSession('one@test.example');
  two = await test.openSession('two@test.example');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.db.delete(userProfiles);
});

const toPath = ({ id }: Pick<User, 'id'>) => `/api/user-profiles/${id}`;
const create = (token: string, who: User, changes: Partial<ProfileFields> = {}) =>
  test.call<UserProfile & ErrorBody>('POST', toPath(who), { token, body: profileInput(changes) });
const put = (token: string, who: User, changes: Partial<ProfileFields> = {}) =>
  test.call<UserProfile & ErrorBody>('PUT', toPath(who), { token, body: changes });
const get = (token: string, who: User) => test.call<UserProfile & ErrorBody>('GET', toPath(who), { token });
const findRow = async (who: User) => {
  const [row] = await test.database.db.select().from(userProfiles).where(eq(userProfiles.user_id, who.id));
  return row;
};

describe("one's own profile", () => {
  it("answers PGRST116 for a missing profile, which can't be changed (§7.21)", async () => {
    const { customer: who } = test.people;
    expect(await get(customer, who)).toMatchObject({ status: 404, body: { code: 'PGRST116' } });
    expect(await put(customer, who)).toMatchObject({ status: 404, body: { code: 'PGRST116' } });
  });

  it('stores a profile and returns it with the time of the change (§3.8)', async () => {
    const { educator1 } = test.people;
    const answer = await create(one, educator1);
    expect(answer).toMatchObject({
      status: 201,
      body: { ...profileInput(), user_id: educator1.id, role: 'educator' },
    });
    expect(answer.body.updated_at).toBe(NOW.toISOString());
    expect((await get(one, educator1)).body).toEqual(answer.body);
    expect(await findRow(educator1)).toMatchObject({
      display_name: 'Ada W.',
      years_experience: 12,
      is_public: true,
    });
  });

  it('creates a profile once (§7.21)', async () => {
    const { educator1 } = test.people;
    await create(one, educator1);
    expect(await create(one, educator1, { bio: 'another' })).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT', message: 'You already have a profile.' },
    });
    expect(await findRow(educator1)).toMatchObject({ bio: 'Twelve years of charts.' });
  });

  it('keeps the fields that a change leaves out, and of two changes the last (§3.16)', async () => {
    const { educator1 } = test.people;
    await create(one, educator1);
    await put(one, educator1, { bio: 'earlier', years_experience: 13 });
    const answer = await put(one, educator1, { bio: 'later' });
    expect(answer).toMatchObject({
      status: 200,
      body: { ...profileInput(), bio: 'later', years_experience: 13 },
    });
    expect((await get(one, educator1)).body).toEqual(answer.body);
  });

  it('refuses to read, create or change the profile of somebody else', async () => {
    const { educator1 } = test.people;
    for (const call of [get, create, put])
      expect(await call(two, educator1)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await findRow(educator1)).toBeUndefined();
  });

  it("refuses another educator's name in the profile of an educator", async () => {
    const { educator1, educator2 } = test.people;
    const taken = { status: 400, body: { code: 'INVALID_REQUEST' } };
    const { fullName } = educator1;
    const [first = '', last = ''] = fullName.split(' ');
    const own = { first_name: 'Grace', last_name: 'Two' };
    expect(await create(two, educator2, { ...own, display_name: fullName })).toMatchObject(taken);
    expect(await create(two, educator2, { first_name: first, last_name: last })).toMatchObject(taken);
    expect((await create(one, educator1, { display_name: 'The Owl' })).status).toBe(201);
    expect((await create(two, educator2, own)).status).toBe(201);
    expect(await put(two, educator2, { ...own, display_name: 'the  owl' })).toMatchObject({
      body: { fields: { display_name: 'Another educator has this name' } },
    });
    // Not in two steps either.
    expect((await put(two, educator2, { first_name: first })).status).toBe(200);
    expect(await put(two, educator2, { last_name: last })).toMatchObject(taken);
    expect(await findRow(educator2)).toMatchObject({ first_name: first, last_name: 'Two' });
    // Customers may share a name.
    expect((await create(customer, test.people.customer, { display_name: fullName })).status).toBe(201);
  });

  it('accepts a profile that is empty except for its switches (§5.16)', async () => {
    const nothing = { first_name: '', last_name: '', display_name: '', bio: '', specialty: '' };
    const answer = await create(customer, test.people.customer, {
      ...nothing,
      years_experience: 0,
      trading_style: '',
      timezone: '',
    });
    expect(answer).toMatchObject({ status: 201, body: nothing });
  });

  it.each<[string, Partial<Record<keyof ProfileFields, unknown>>, string]>([
    ['a name of 101 characters', { first_name: 'x'.repeat(101) }, 'first_name'],
    ['a display name of 101 characters', { display_name: 'x'.repeat(101) }, 'display_name'],
    ['a bio of 1001 characters', { bio: 'x'.repeat(1001) }, 'bio'],
    ['51 years', { years_experience: 51 }, 'years_experience'],
    ['a year less than none', { years_experience: -1 }, 'years_experience'],
    ['half a year', { years_experience: 0.5 }, 'years_experience'],
    ['years in words', { years_experience: 'ten' }, 'years_experience'],
    ['an unknown style', { trading_style: 'Guessing' }, 'trading_style'],
    ['an unknown timezone', { timezone: 'UTC+3' }, 'timezone'],
    ['a specialty no educator has', { specialty: 'Astrology' }, 'specialty'],
    ['a switch that is neither on nor off', { is_public: 'yes' }, 'is_public'],
  ])('rejects %s at its field', async (_what, changes, field) => {
    const answer = await create(one, test.people.educator1, changes as Partial<ProfileFields>);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  it('accepts values at the limits, and free Trading Interests of customers (§3.15, §5.13, §5.14, §9.4)', async () => {
    const full = { bio: 'é'.repeat(1000), last_name: 'x'.repeat(100), years_experience: 50 };
    expect(await create(one, test.people.educator1, full)).toMatchObject({ status: 201, body: full });
    const interests = { specialty: 'Gold, and anything that moves before noon' };
    expect(await create(customer, test.people.customer, interests)).toMatchObject({
      status: 201,
      body: interests,
    });
  });

  it('deletes the profile with the account', async () => {
    const { db } = test.database;
    const [gone] = await db
      .insert(users)
      .values({
        role: 'customer',
        email: 'gone@test.example',
        firstName: 'G',
        lastName: 'One',
        fullName: 'G',
      })
      .returning();
    const row = { user_id: gone?.id ?? '', role: 'customer' as const, updated_at: NOW.toISOString() };
    await db.insert(userProfiles).values(row);
    await db.delete(users).where(eq(users.email, 'gone@test.example'));
    expect(await db.select().from(userProfiles)).toEqual([]);
  });
});

describe('public profiles', () => {
  const list = (token: string) =>
    test.call<PublicProfile[]>('GET', '/api/user-profiles?public=educators', { token });

  it('lists educators who opted in, without email addresses (§7.21)', async () => {
    await create(one, test.people.educator1);
    await create(two, test.people.educator2, { is_public: false });
    const { hidden } = test.people;
    const row = { user_id: hidden.id, role: 'educator' as const, updated_at: NOW.toISOString() };
    await test.database.db.insert(userProfiles).values(row);
    await create(customer, test.people.customer);
    const { body } = await list(customer);
    expect(body).toMatchObject([
      { educator_id: '1', display_name: 'Ada W.', bio: 'Twelve years of charts.' },
    ]);
    expect(JSON.stringify(body)).not.toContain('@');
    expect((await list(two)).body).toEqual(body);
  });

  it('lists educators only', async () => {
    for (const query of ['', '?public=customers'])
      expect((await test.call('GET', `/api/user-profiles${query}`, { token: customer })).status).toBe(400);
  });
});

describe("one's own account", () => {
  const change = (token: string, body: unknown) =>
    test.call<User & ErrorBody>('PUT', '/api/users/me', { token, body });
  const educators = async () =>
    (await test.call<Educator[]>('GET', '/api/users/educators', { token: customer })).body;

  it("changes name and specialty of one's own account, visible in session and list of educators (§7.19)", async () => {
    const answer = await change(one, { full_name: 'Ada Lovelace Wren', specialty: 'Scalping gold' });
    // The next sign-in greets by the first name.
    const names = { fullName: 'Ada Lovelace Wren', firstName: 'Ada', lastName: 'Lovelace Wren' };
    expect(answer).toMatchObject({ status: 200, body: names });
    const read = await test.call<User>('GET', '/api/auth/user', { token: one });
    expect(read.body).toEqual(answer.body);
    expect((await educators()).find(({ id }) => id === '1')?.specialty).toBe('Scalping gold');
    expect((await change(one, { specialty: '' })).body.specialty).toBeNull();
  });

  it("rejects another educator's name, however it is written", async () => {
    const name = (await test.call<User>('GET', '/api/auth/user', { token: one })).body.fullName;
    const taken = await change(two, { full_name: name.toUpperCase().replaceAll(' ', '   ') });
    expect(taken).toMatchObject({
      status: 400,
      body: { fields: { full_name: 'Another educator has this name' } },
    });
    for (const written of [`${name}\u2060`, name.replace('a', '\uff41'), name.replace(' ', '\u200b ')])
      expect((await change(two, { full_name: written })).status, JSON.stringify(written)).toBe(400);
    expect((await change(one, { full_name: name.toUpperCase() })).status).toBe(200);
    const both = await Promise.all([one, two].map((token) => change(token, { full_name: 'Same Name' })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it("accepts only one's own upload as picture", async () => {
    const { url } = await uploadFile(test, one, await jpeg());
    expect((await change(one, { profile_image: url })).body.profileImage).toBe(url);
    expect((await educators()).find(({ id }) => id === '1')?.profileImage).toBe(url);
    expect(await change(two, { profile_image: url })).toMatchObject({
      status: 400,
      body: { fields: { profile_image: expect.any(String) } },
    });
    expect((await change(one, { profile_image: null })).body.profileImage).toBeNull();
  });

  it.each([
    {},
    { full_name: ' ' },
    { full_name: 'x'.repeat(101) },
    { profile_image: 'https://elsewhere.example/me.jpg' },
    { specialty: 'x'.repeat(301) },
  ])('rejects %j', async (body) => {
    expect((await change(one, body)).status).toBe(400);
  });

  it('rejects a recording as picture', async () => {
    const { url } = await uploadFile(test, one, wav());
    expect((await change(one, { profile_image: url })).status).toBe(400);
  });

  it('never changes role, address or educator id', async () => {
    const before = (await test.call<User>('GET', '/api/auth/user', { token: customer })).body;
    for (const [key, value] of Object.entries({ role: 'educator', email: 'a@b.c', educatorId: '1' }))
      expect(await change(customer, { specialty: 'Gold', [key]: value })).toMatchObject({
        status: 400,
        body: { fields: { [key]: 'Unknown field' } },
      });
    const after = (await test.call<User>('GET', '/api/auth/user', { token: customer })).body;
    expect(after).toEqual(before);
  });
});
