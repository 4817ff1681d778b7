import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import type { PersonExport } from '../../account/person-export.ts';
import { admin } from '../../testing/admin.ts';
import { addRoom, say } from '../../testing/chat-rooms.ts';
import { publish, startTestApp, type TestApp } from '../../testing/test-app.ts';

const TABLES = ['follows', 'bookmarks', 'idea_reads', 'room_reads', 'reading_states', 'practice_forecasts'];

let test: TestApp;
let idea: TradeIdea;

/** Asks this person about the idea and answers. */
const practise = async (email: string) => {
  await test.database.pool.query(
    `insert into practice_forecasts (user_id, idea_id, asked_at, answered_at, probability, reason)
     select id, $2, now(), now(), 65, 'Reason of ' || email from users where email = $1`,
    [email, idea.id],
  );
};

beforeAll(async () => {
  test = await startTestApp();
  const educator = await test.openSession('one@test.example');
  idea = await publish(test, educator);
  const room = await addRoom(test, 'Leverage Ideas');
  const { id, created_at } = await say(test, educator, room.id, 'Good morning.');
  const reading = {
    markets: ['Forex'],
    ideas: [{ id: idea.id, viewed: true, read: null }],
    rooms: [{ room_id: room.id, created_at, id }],
  };
  for (const email of ['customer@test.example', 'two@test.example']) {
    const token = await test.openSession(email);
    const note = `Note of ${email}.`;
    await test.call('PUT', '/api/follows/1', { token });
    await test.call('PUT', `/api/bookmarks/${idea.id}`, { token, body: { is_bookmarked: true, note } });
    await test.call('POST', '/api/reading', { token, body: reading });
    await practise(email);
  }
});
afterAll(() => test.close());

const give = (...args: string[]) =>
  admin(args, { DATABASE_URL: test.testDatabase.connectionString, DATA_DIR: test.folder });
const findOwners = async (table: string) => {
  const { rows } = await test.database.pool.query<{ email: string }>(
    `select email from ${table} left join users on users.id = user_id order by email`,
  );
  return rows.map(({ email }) => email);
};
const expectOwners = async (emails: string[]) => {
  for (const table of TABLES) expect(await findOwners(table), table).toEqual(emails);
};

describe('the reading state of a person', () => {
  it("exports a person's follows, bookmarks, notes, what was read, and practice", async () => {
    await expectOwners(['customer@test.example', 'two@test.example']);
    const { out } = await give('users', 'export', 'customer@test.example');
    const { tables } = JSON.parse(out) as PersonExport;
    expect(tables).toMatchObject({
      follows: [{ educator_id: '1' }],
      bookmarks: [{ idea_id: idea.id, is_bookmarked: true, note: 'Note of customer@test.example.' }],
      idea_reads: [{ idea_id: idea.id, viewed_at: expect.any(String) }],
      room_reads: [{ message_at: expect.any(String) }],
      reading_states: [{ markets: ['Forex'] }],
      practice_forecasts: [{ idea_id: idea.id, probability: 65, reason: 'Reason of customer@test.example' }],
    });
    expect(out).not.toContain('Note of two@test.example.');
    expect(out).not.toContain('Reason of two@test.example');
  });

  it("deletes the reading state with the account, and nobody else's", async () => {
    expect((await give('users', 'delete', 'customer@test.example', '--yes')).code).toBe(0);
    await expectOwners(['two@test.example']);
  });

  it('removes reading states by reset-all', async () => {
    expect((await give('reset-all', '--yes')).code).toBe(0);
    await expectOwners([]);
  });
});
