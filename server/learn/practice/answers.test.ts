import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Forecast, MAX_REASON } from '../../../contract/learn/practice.ts';
import { buildApp } from '../../app.ts';
import {
  type GivenAnswer,
  reachedExit,
  startPracticeCalls,
  stoppedOut,
} from '../../testing/practice-calls.ts';
import { testEnv } from '../../testing/test-env.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';

const practice = startPracticeCalls();
const { calls, customer, answer, ask, close, forecast, summary } = practice;

const addClosed = async (changes = reachedExit) => close(await calls.publish(), changes);
const openQuestion = async () => {
  await addClosed();
  return (await ask()).question!;
};
const list = async (path = '/api/practice/forecasts', token = customer.token) => {
  const { body, headers } = await calls.test.call<Forecast[]>('GET', path, { token });
  return { body, next: /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] };
};

describe('an answer', () => {
  it('returns the outcome, the lesson and the idea for an answer', async () => {
    const idea = await addClosed({ ...stoppedOut, lesson: 'Wait for the close.', lesson_tag: 'patience' });
    const { question } = await ask();
    const reason = 'Too far from the base.';
    const { status, body } = await answer(question!.id, { probability: 35, reason });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: question!.id,
      idea_id: idea.id,
      pair: 'EUR/USD',
      order_type: 'BUY',
      answered_at: new Date(practice.clock.now).toISOString(),
      probability: 35,
      reason,
      is_remembered: false,
      outcome: false,
      baseline: 87 / 166,
      is_deleted: false,
      lesson: 'Wait for the close.',
      lesson_tag: 'patience',
      review_at: null,
    });
    const { rows } = await calls.test.database.pool.query('select * from practice_forecasts where id = $1', [
      question!.id,
    ]);
    expect(rows).toMatchObject([{ probability: 35, reason, outcome: false, idea_id: idea.id }]);
  });

  it('cannot be given while the result may still be corrected', async () => {
    const idea = await calls.publish();
    await calls.put(idea.id, { status: 'unsuccessful' });
    practice.pass(100);
    await calls.put(idea.id, { result_level: 'exit_1' });
    practice.pass(199);
    expect((await ask()).question).toBeNull();
    await calls.put(idea.id, { result_level: 'invalidation_level' });
    practice.pass(299);
    expect((await ask()).question).toBeNull();
    practice.pass(1);
    expect(await forecast({ probability: 20 })).toMatchObject({ idea_id: idea.id, outcome: false });
  });

  it('refuses to change an answer, and returns the same for an identical retry (§2.70)', async () => {
    const { id } = await openQuestion();
    const first = await answer(id, { probability: 60, reason: 'Trend.' });
    practice.pass(5);
    expect((await answer(id, { probability: 60, reason: ' Trend. ' })).body).toEqual(first.body);
    const others: GivenAnswer[] = [
      { probability: 61, reason: 'Trend.' },
      { probability: 60, reason: 'Range.' },
      { probability: 60 },
      { probability: 60, reason: 'Trend.', is_remembered: true },
    ];
    for (const other of others)
      expect(await answer(id, other)).toMatchObject({ status: 409, body: { code: 'ALREADY_ANSWERED' } });
    expect((await list()).body[0]).toEqual(first.body);
  });

  it('stores the first of several answers given at once', async () => {
    const { pool } = calls.test.database;
    const { id } = await openQuestion();
    const client = await pool.connect();
    try {
      // All of them find the question open, and wait for its row.
      await client.query('begin');
      await client.query('select from practice_forecasts where id = $1 for update', [id]);
      const given = [10, 20, 30].map((probability) => answer(id, { probability }));
      const countWaiting = async () =>
        (
          await pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
               and query like 'update "practice_forecasts"%'`,
          )
        ).rowCount;
      await expect.poll(countWaiting).toBe(3);
      await client.query('commit');
      const answers = await Promise.all(given);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      const [won] = answers.filter(({ status }) => status === 200);
      expect((await list()).body[0]).toEqual(won?.body);
    } finally {
      client.release();
    }
  });

  it('accepts an answer only from the person who was asked', async () => {
    const { id } = await openQuestion();
    expect((await answer(id, { probability: 60 }, calls.two)).status).toBe(404);
    expect((await answer(randomUUID(), { probability: 60 })).status).toBe(404);
    expect((await answer(id, { probability: 60 })).status).toBe(200);
    expect((await list(undefined, calls.two)).body).toEqual([]);
  });

  it('returns an answer with its question to the person who gave it, and not before', async () => {
    const question = await openQuestion();
    expect((await practice.find(question.id)).status).toBe(404);
    const { body: forecast } = await answer(question.id, { probability: 60 });
    expect(await practice.find(question.id)).toMatchObject({ status: 200, body: { question, forecast } });
    expect((await practice.find(question.id, calls.two)).status).toBe(404);
  });

  it('accepts a whole number of percent from 1 to 99, with a reason of one line', async () => {
    const { id } = await openQuestion();
    for (const probability of [0, 100, 50.5, -1, Number.NaN])
      expect((await answer(id, { probability })).status, String(probability)).toBe(400);
    const reason = 'r'.repeat(MAX_REASON + 1);
    expect((await answer(id, { probability: 50, reason })).status).toBe(400);
    expect((await answer(id, { probability: 99, reason: '' })).body).toMatchObject({ reason: null });
  });

  it('computes no score if the idea was reopened meanwhile', async () => {
    const idea = await addClosed();
    const { question } = await ask();
    await calls.put(idea.id, { status: 'active' });
    const before = await summary();
    const { body } = await answer(question!.id, { probability: 90 });
    expect(body).toMatchObject({ outcome: null, baseline: null, review_at: null });
    const after = await summary();
    expect(after.score.count).toBe(before.score.count);
    expect(after.unscored).toBe(before.unscored + 1);
  });

  it('keeps the outcome of an answer when the idea is closed in another way later', async () => {
    const idea = await addClosed();
    const { id } = await forecast({ probability: 80 });
    await calls.put(idea.id, stoppedOut);
    expect((await list()).body.find((row) => row.id === id)).toMatchObject({ outcome: true });
  });

  it('keeps an answer and an open question over a restart', async () => {
    const { id } = await openQuestion();
    await answer(id, { probability: 44 });
    const open = await openQuestion();
    const before = await list();
    const restarted = await buildApp({
      database: calls.test.database,
      env: testEnv(),
      clock: () => new Date(practice.clock.now),
      logStream: { write: () => undefined },
    });
    const login = await restarted.inject({
      method: 'POST',
      url: '/api/auth/login',
      body: { email: 'customer@test.example', password: PASSWORD, selectedRole: 'customer' },
    });
    const headers = { authorization: `Bearer ${login.json().sessionToken}` };
    const call = (method: 'GET' | 'POST', url: string) => restarted.inject({ method, url, headers });
    expect((await call('POST', '/api/practice/questions')).json().question).toEqual(open);
    expect((await call('GET', '/api/practice/forecasts')).json()).toEqual(before.body);
    await restarted.close();
    await answer(open.id, { probability: 50 });
  });
});

describe('the summary', () => {
  it('does not score remembered ideas in the summary', async () => {
    const before = await summary();
    await addClosed();
    await forecast({ probability: 99, is_remembered: true });
    await addClosed();
    await forecast({ probability: 70 });
    const after = await summary();
    expect(after.score.count).toBe(before.score.count + 1);
    expect(after.unscored).toBe(before.unscored + 1);
  });

  it('returns means from 20 forecasts on in the summary', async () => {
    await calls.test.database.pool.query('delete from practice_forecasts');
    for (let count = 0; count < 15; count++) await addClosed();
    for (let count = 0; count < 19; count++) await forecast({ probability: 80 });
    expect((await summary()).score).toMatchObject({ count: 19, brier: null, skill: null });
    await forecast({ probability: 80 });
    const { score } = await summary();
    expect(score.count).toBe(20);
    const { rows } = await calls.test.database.pool.query<{ brier: number; baseline: number }>(
      `select avg((0.8 - outcome::int) ^ 2) as brier, avg((baseline - outcome::int) ^ 2)::float8 as baseline
       from practice_forecasts`,
    );
    expect(score.brier).toBeCloseTo(Number(rows[0]?.brier), 10);
    expect(score.skill).toBeCloseTo(1 - Number(rows[0]?.brier) / Number(rows[0]?.baseline), 10);
  });
});

describe('the list of forecasts', () => {
  it('returns the forecasts in pages, newest first, without gaps', async () => {
    for (let count = 0; count < 12; count++) await addClosed();
    // All of them at the same moment.
    for (let count = 0; count < 12; count++) await forecast({ probability: 50 });
    const first = await list();
    expect(first.body).toHaveLength(30);
    const rest: Forecast[] = [];
    for (let { next } = first; next; ) {
      const page = await list(next);
      rest.push(...page.body);
      next = page.next;
    }
    const { rows } = await calls.test.database.pool.query<{ id: string }>(
      'select id from practice_forecasts where answered_at is not null order by answered_at desc, id desc',
    );
    expect([...first.body, ...rest].map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect((await list('/api/practice/forecasts?cursor=abc')).body).toMatchObject({
      code: 'INVALID_CURSOR',
    });
  });
});
