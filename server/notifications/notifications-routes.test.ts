import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationPreferences } from '../database/schema.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const PATH = '/api/notifications/preferences';
const EARLIER = new Date('2026-11-20T09:00:00.000Z');
const LATER = new Date('2026-11-20T10:00:00.000Z');

let test: TestApp;
let now = EARLIER;
let customer: string;
let educator: string;

beforeAll(async () => {
  test = await startTestApp({ clock: () => now });
  customer = await test.openSession('customer@test.example');
  educator = await test.openSession('one@test.example');
});
afterAll(() => test.close());

const get = (token: string) => test.call('GET', PATH, { token });
const put = (token: string, body: unknown) => test.call('PUT', PATH, { token, body });
const findRows = (userId: string) =>
  test.database.db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
const feedNumber = async () => {
  const { rows } = await test.database.db.execute<{ seq: string }>(sql`select seq::text from feed`);
  return rows[0]?.seq;
};

describe('notification preferences', () => {
  it('returns both markets as on by default', async () => {
    expect(await get(educator)).toMatchObject({ status: 200, body: { Forex: true, Crypto: true } });
    expect(await findRows(test.people.educator1.id)).toEqual([]);
  });

  it('stores preferences per user in one row with its time', async () => {
    const choice = { Forex: true, Crypto: false };
    expect(await put(customer, { Forex: false, Crypto: false })).toMatchObject({ status: 200 });
    now = LATER;
    expect(await put(customer, choice)).toMatchObject({ status: 200, body: choice });
    expect((await get(customer)).body).toEqual(choice);
    expect((await get(educator)).body).toEqual({ Forex: true, Crypto: true });
    expect(await findRows(test.people.customer.id)).toEqual([
      { userId: test.people.customer.id, forex: true, crypto: false, updatedAt: LATER },
    ]);
  });

  it('does not change the feed when preferences are saved', async () => {
    const before = await feedNumber();
    await put(customer, { Forex: false, Crypto: true });
    expect(await feedNumber()).toBe(before);
  });

  it('changes one market and leaves the other as it is', async () => {
    const two = await test.openSession('two@test.example');
    expect(await put(two, { Crypto: false })).toMatchObject({
      status: 200,
      body: { Forex: true, Crypto: false },
    });
    expect(await put(two, { Forex: false })).toMatchObject({ body: { Forex: false, Crypto: false } });
    expect((await get(two)).body).toEqual({ Forex: false, Crypto: false });
  });

  it.each([{}, { Forex: 'yes', Crypto: true }, { Forex: null, Crypto: null }, [], 'on'])(
    'refuses %j and keeps the stored preferences',
    async (body) => {
      await put(customer, { Forex: true, Crypto: true });
      const answer = await put(customer, body);
      expect(answer.status).toBe(400);
      expect((await get(customer)).body).toEqual({ Forex: true, Crypto: true });
    },
  );

  it('deletes preferences with the account', async () => {
    await put(educator, { Forex: false, Crypto: true });
    const { educator1 } = test.people;
    await test.database.db.execute(sql`delete from sessions where user_id = ${educator1.id}`);
    await test.database.db.execute(sql`delete from auth_events where user_id = ${educator1.id}`);
    await test.database.db.execute(sql`delete from users where id = ${educator1.id}`);
    expect(await findRows(educator1.id)).toEqual([]);
  });
});
