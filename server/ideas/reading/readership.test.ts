import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIN_READERS } from '../../../contract/ideas/reading.ts';
import { addUser } from '../../account/users/users-service.ts';
import { publish, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('counts the customers of an idea for its educator alone, and hides how few they are', async () => {
  const educator = await test.openSession('one@test.example');
  const { id } = await publish(test, educator);
  const { pool, db } = test.database;
  const read = (token: string) => test.call('GET', `/api/trade-ideas/${id}/readership`, { token });
  const add = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const email = `reader${Math.random()}@test.example`;
      const user = await addUser(db, { role: 'customer', email, firstName: 'R', lastName: 'E' });
      await pool.query(
        'insert into idea_reads (user_id, idea_id, seen_at, viewed_at) values ($1, $2, now(), now())',
        [user.id, id],
      );
      await pool.query(
        "insert into bookmarks (user_id, idea_id, is_bookmarked, note, updated_at) values ($1, $2, true, '', now())",
        [user.id, id],
      );
    }
  };
  // An educator who opens it is no reader.
  await pool.query(
    "insert into idea_reads (user_id, idea_id, seen_at, viewed_at) select id, $1, now(), now() from users where role = 'educator'",
    [id],
  );
  await add(MIN_READERS - 1);
  expect((await read(educator)).body).toEqual({ delivered: null, seen: null, bookmarked: null });
  await add(2);
  expect((await read(educator)).body).toEqual({ delivered: null, seen: 7, bookmarked: 7 });
  await pool.query('update bookmarks set is_bookmarked = false, note = $1', ['Mine']);
  expect((await read(educator)).body).toMatchObject({ bookmarked: null });
  expect((await read(await test.openSession('two@test.example'))).status).toBe(403);
});
