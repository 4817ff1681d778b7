import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_MESSAGE } from '../../contract/chat/chat-writing.ts';
import { MAX_BOOKMARK_NOTE, MAX_BOOKMARKS } from '../../contract/ideas/bookmarks.ts';
import { getReadingState } from '../../contract/ideas/reading.ts';
import { getPracticeSummary, MAX_REASON } from '../../contract/learn/practice.ts';
import { MAX_VIDEO_TITLE } from '../../contract/learn/videos.ts';
import { MAX_IDEA_NOTES, MAX_LESSON } from '../../contract/publishing/idea-writing.ts';
import { getPublicRecord } from '../../contract/record/public-record.ts';
import { routes } from '../../contract/routes.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { MAX_IDEA_READS } from '../ideas/reading/reading-db.ts';
import { addRoom, say } from '../testing/chat-rooms.ts';
import { openOperatorSession } from '../testing/operator-session.ts';
import { addVideo } from '../testing/profile-inputs.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

/** Lists of 10,000 rows of the largest size, written by one educator in some hours within the rate limits. */
const ROWS = 10_000;
const MAX_PAGE_BYTES = 3_500_000;
/** 500 ideas with the longest notes. Only educators write them, and all readers share one answer. */
const MAX_IDEA_PAGE_BYTES = 9_000_000;
/** Takes three bytes, the most of a UTF-16 unit. */
const LETTER = '語';

let test: TestApp;
let token: string;
let operator: string;
let ideaId: string;
let roomId: string;

/** Repeats a row with other ids; `changed` gives expressions for some of its columns. */
const repeatRow = async (table: string, id: string, changed: Record<string, string>) => {
  const { pool } = test.database;
  const { rows: columns } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? `source.${name}`);
  await pool.query(
    `insert into ${table} (${names.join()}) select ${values.join()}
     from ${table} source cross join generate_series(2, ${ROWS}) n where source.${changed.key ?? 'id'} = $1`,
    [id],
  );
};

/** A reader with every bookmark, the longest notes, every idea read, and every one missed in practice. */
const repeatReader = async () => {
  const { people } = test;
  const { pool } = test.database;
  await pool.query(
    `insert into bookmarks select $1, id, true, repeat('${LETTER}', ${MAX_BOOKMARK_NOTE}), now() from trade_ideas limit ${MAX_BOOKMARKS}`,
    [people.educator1.id],
  );
  const level = `'${'9'.repeat(12)}.${'9'.repeat(12)}'`;
  await pool.query(
    `insert into idea_reads select $1, id, now(), now(), 1, jsonb_build_object('version', 1, 'status', 'active', 'levels',
       jsonb_build_object('entry_1', ${level}, 'entry_2', ${level}, 'invalidation_level', ${level}, 'exit_1', ${level},
         'exit_2', ${level}, 'exit_3', ${level})) from trade_ideas limit ${MAX_IDEA_READS}`,
    [people.educator1.id],
  );
  await pool.query(
    `insert into practice_forecasts
       (user_id, idea_id, asked_at, answered_at, probability, reason, outcome, baseline, review_at)
     select $1, id, now(), now(), 99, repeat('${LETTER}', ${MAX_REASON}), false, 0.5, now() from trade_ideas`,
    [people.educator1.id],
  );
};

beforeAll(async () => {
  test = await startTestApp({ settings: { PUBLIC_RECORDS: 'on' } });
  await test.database.pool.query(`update users set record_published_at = now() where educator_id = '1'`);
  token = await test.openSession('one@test.example');
  operator = await openOperatorSession(test);
  ideaId = (await publish(test, token, { notes: LETTER.repeat(MAX_IDEA_NOTES) })).id;
  roomId = (await addRoom(test, 'Leverage Ideas')).id;
  const message = await say(test, token, roomId, LETTER.repeat(MAX_MESSAGE));
  const video = await addVideo(test, token, { title: LETTER.repeat(MAX_VIDEO_TITLE) });
  const createdAt = "source.created_at + n * interval '1 ms'";
  const newRow = { id: 'gen_random_uuid()', created_at: createdAt };
  const isClosed = 'case when n % 2 = 0 then';
  await repeatRow('trade_ideas', ideaId, {
    ...newRow,
    status: `${isClosed} 'successful' else source.status end`,
    closed_at: `${isClosed} ${createdAt} end`,
    lesson: `'${LETTER.repeat(MAX_LESSON)}'`,
  });
  // One notification for each of these ideas, as if all were published within its retention.
  await test.database.pool.query(
    `insert into push_notifications (kind, audience, idea_id, market, message, created_at, expires_at)
     select 'idea', 'customers', i.id, i.market_type, n.message, i.created_at, n.expires_at
     from trade_ideas i cross join push_notifications n where n.idea_id = $1 and i.id <> n.idea_id`,
    [ideaId],
  );
  await repeatRow('chat_messages', message.id, newRow);
  await repeatRow('videos', video.id, newRow);
  // Every other row changes the idea, the others create ideas.
  const longNotes = `jsonb_build_object('field', 'notes', 'old', repeat('${LETTER}', ${MAX_IDEA_NOTES}), 'new', repeat('${LETTER}', ${MAX_IDEA_NOTES}))`;
  await repeatRow('idea_revisions', ideaId, {
    key: 'idea_id',
    number: 'n',
    idea_id: 'case when n % 2 = 0 then source.idea_id else gen_random_uuid() end',
    version: 'case when n % 2 = 0 then n else 1 end',
    action: "case when n % 2 = 0 then 'changed' else 'created' end",
    changes: `case when n % 2 = 0 then jsonb_build_array(${longNotes}) else source.changes end`,
  });
  await test.database.pool.query(
    `insert into auth_events (kind, email, user_id, address, user_agent)
     select 'sign_in_failed', email, id, '2001:db8::1', repeat('u', 300) from users, generate_series(1, ${ROWS})
     where email = 'one@test.example'`,
  );
  await test.database.pool.query(
    `with added as (
       insert into destinations (kind, name, target, secret, events, markets, shows_levels, created_at)
       select 'slack', n || repeat('${LETTER}', 60), '', '', '{}', '{}', true, now() from generate_series(1, ${ROWS}) n returning id)
     insert into posts (destination_id, idea_id, version, event, state, reason, created_at, due_at, updated_at)
     select id, $1, 1, 'published', 'failed', 'the bot is not in the chat for a day', now(), now(), now() from added`,
    [ideaId],
  );
  await repeatReader();
  await test.database.pool.query('analyze');
});
afterAll(() => test.close());

const lists: Record<string, () => string[]> = {
  '/api/auth/sessions': () => ['/api/auth/sessions'],
  '/api/auth/activity': () => ['/api/auth/activity'],
  '/api/auth/passkeys': () => ['/api/auth/passkeys'],
  '/api/auth/tokens': () => ['/api/auth/tokens'],
  '/api/users/educators': () => ['/api/users/educators'],
  '/api/trade-ideas': () => [
    '/api/trade-ideas',
    '/api/trade-ideas?state=active',
    '/api/trade-ideas?state=completed',
    '/api/trade-ideas?limit=500',
    '/api/trade-ideas?educatorId=1&pair=eur',
  ],
  '/api/trade-ideas/:id/revisions': () => [`/api/trade-ideas/${ideaId}/revisions`],
  '/api/trade-ideas/:id/posts': () => [`/api/trade-ideas/${ideaId}/posts`],
  '/api/trade-idea-deliveries': () => ['/api/trade-idea-deliveries'],
  '/api/ledger': () => ['/api/ledger', '/api/ledger?limit=1000&cursor=5000'],
  '/api/bookmarks': () => ['/api/bookmarks'],
  '/api/reading': () => ['/api/reading'],
  '/api/news': () => ['/api/news'],
  '/api/practice/summary': () => ['/api/practice/summary'],
  '/api/practice/forecasts': () => ['/api/practice/forecasts'],
  '/api/performance': () => ['/api/performance', '/api/performance?educatorId=1'],
  '/api/public/records/:educatorId': () => ['/api/public/records/1'],
  '/api/public/records/:educatorId/ledger': () => ['/api/public/records/1/ledger'],
  '/api/chat/rooms': () => ['/api/chat/rooms'],
  '/api/chat/rooms/:id/messages': () => [
    `/api/chat/rooms/${roomId}/messages`,
    `/api/chat/rooms/${roomId}/messages?limit=200`,
  ],
  '/api/user-profiles': () => ['/api/user-profiles?public=educators'],
  '/api/lessons': () => ['/api/lessons', '/api/lessons?pair=eur'],
  '/api/lessons/topics': () => ['/api/lessons/topics'],
  '/api/idea-templates': () => ['/api/idea-templates'],
  '/api/operator/people': () => ['/api/operator/people'],
  '/api/operator/log': () => ['/api/operator/log'],
  '/api/operator/destinations': () => ['/api/operator/destinations'],
  '/api/videos': () => ['/api/videos', '/api/videos?limit=100'],
};

describe(`lists of ${ROWS} rows of the largest size`, () => {
  it('tests every list of the contract', () => {
    const arrays = routes.filter(
      ({ method, response }: RouteDefinition) => method === 'GET' && response._zod.def.type === 'array',
    );
    // Objects with lists.
    const others = [getReadingState.path, getPracticeSummary.path, getPublicRecord.path];
    expect(Object.keys(lists).toSorted()).toEqual([...arrays.map(({ path }) => path), ...others].toSorted());
  });

  it.each(Object.keys(lists))('returns pages of limited size: %s', async (path) => {
    const limit = path === '/api/trade-ideas' ? MAX_IDEA_PAGE_BYTES : MAX_PAGE_BYTES;
    for (const url of lists[path]?.() ?? []) {
      const caller = path.startsWith('/api/operator/') ? operator : token;
      const response = await fetch(test.url + url, { headers: { authorization: `Bearer ${caller}` } });
      expect(response.status, url).toBe(200);
      expect((await response.arrayBuffer()).byteLength, url).toBeLessThan(limit);
    }
  });
});
