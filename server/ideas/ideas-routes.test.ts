import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaRevision } from '../../contract/idea-revisions.ts';
import { newIdea } from '../../contract/idea-writing.ts';
import { completedStatuses, ideaStatuses, type TradeIdea } from '../../contract/ideas.ts';
import { systemClock } from '../clock.ts';
import { idempotencyKeys, tradeIdeas } from '../database/schema.ts';
import { noNews } from '../push/idea-news.ts';
import { ideaInput, publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { wireIdea } from './idea-row.ts';
import { IdeasService } from './ideas-service.ts';

let test: TestApp;
let one: string;
let two: string;
let customer: string;

beforeAll(async () => {
  test = await startTestApp();
  one = await test.signIn('one@test.example');
  two = await test.signIn('two@test.example');
  customer = await test.signIn('customer@test.example');
});
afterAll(() => test.close());

type ErrorAnswer = {
  code: string;
  message: string;
  fields?: Record<string, string>;
  conflict?: { current: TradeIdea; submitted: unknown };
};

const stored = async (id: string) => {
  const [row] = await test.database.db.select().from(tradeIdeas).where(eq(tradeIdeas.id, id));
  return row && wireIdea(row);
};
const list = (query: string, token = customer) =>
  test.call<TradeIdea[]>('GET', `/api/trade-ideas?${query}`, { token });
const put = (id: string, body: unknown, headers: Record<string, string> = {}, token = one) =>
  test.call<TradeIdea & ErrorAnswer>('PUT', `/api/trade-ideas/${id}`, { token, body, headers });
const post = (body: unknown, headers: Record<string, string> = {}, token = one) =>
  test.call<TradeIdea & ErrorAnswer>('POST', '/api/trade-ideas', { token, body, headers });

describe('publishing', () => {
  it('answers the row as it is stored, with the server’s author, id and times', async () => {
    const answer = await post({
      ...ideaInput(),
      educator_id: '2',
      created_by: randomUUID(),
      id: randomUUID(),
      version: 9,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      educator_id: '1',
      educator_name: 'Educator One',
      status: 'active',
      version: 1,
    });
    expect(answer.body.created_by).toBe(test.people.educator1.id);
    expect(await stored(answer.body.id)).toEqual(answer.body);
  });

  it('keeps prices as typed, trailing zeros and twelve decimals too', async () => {
    const idea = await publish(test, one, {
      entry_1: '1.0800',
      entry_2: '',
      invalidation_level: '0.000000000812',
      exit_1: '64,250.5',
      exit_2: null,
      exit_3: null,
    });
    expect(idea).toMatchObject({
      entry_1: '1.0800',
      entry_2: null,
      invalidation_level: '0.000000000812',
      exit_1: '64250.5',
    });
    expect(await stored(idea.id)).toEqual(idea);
  });

  it('has SPEC’s message and each field for what is missing', async () => {
    const answer = await post({ pair: ' ', entry_1: '1.08' });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Please fill in all required fields');
    expect(Object.keys(answer.body.fields ?? {}).toSorted()).toEqual([
      'exit_1',
      'invalidation_level',
      'pair',
      'time_frame',
    ]);
  });

  it('refuses a price that is none, at its field', async () => {
    const answer = await post(ideaInput({ entry_1: '1,0842' }));
    expect(answer.body).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'Please check all required fields and try again.',
      fields: { entry_1: 'Use a point for decimals, like 1.0842' },
    });
  });

  it.each([
    ['a word for an order type', { order_type: 'HOLD' }],
    ['a market that is none', { market_type: 'Stocks' }],
    ['a pair that is too long', { pair: 'X'.repeat(31) }],
    ['notes that are too long', { notes: 'x'.repeat(5001) }],
    ['a NUL', { notes: 'a\u0000b' }],
    ['a list for a pair', { pair: ['EUR/USD'] }],
    ['a number for a price', { entry_1: 1.08 }],
    ['a script link', { video_url: 'javascript:alert(1)' }],
  ])('refuses %s', async (_case, change) => {
    const answer = await post({ ...ideaInput(), ...change });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(Object.keys(change));
  });

  it('refuses broken JSON, other content and too much of it', async () => {
    expect((await post('{"pair":')).status).toBe(400);
    expect((await post('pair=x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post({ ...ideaInput(), more: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('stores lone surrogates as well-formed text and leaves prototypes alone', async () => {
    const answer = await post(
      '{"pair":"EUR/USD","time_frame":"4H","entry_1":"1","invalidation_level":"0.9","exit_1":"2","notes":"a\\ud800b","__proto__":{"polluted":true}}',
    );
    expect(answer.body.code).toBe('MALFORMED_REQUEST');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const idea = await publish(test, one, { notes: 'a\ud800b' });
    expect(idea.notes).toBe('a\ufffdb');
  });

  it('makes one idea of a retried request with the same key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([
      post(ideaInput({ notes: key['idempotency-key'] }), key),
      post(ideaInput({ notes: key['idempotency-key'] }), key),
    ]);
    const third = await post(ideaInput({ notes: key['idempotency-key'] }), key);
    expect([first?.status, second?.status, third.status]).toEqual([201, 201, 201]);
    expect(new Set([first?.body.id, second?.body.id, third.body.id]).size).toBe(1);
    const rows = await test.database.db
      .select()
      .from(tradeIdeas)
      .where(eq(tradeIdeas.notes, key['idempotency-key']));
    expect(rows).toHaveLength(1);
    expect(third.body).toEqual(await stored(third.body.id));
  });

  it('refuses another body under a used key, and keeps keys apart by educator', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await post(ideaInput(), key);
    const other = await post(ideaInput({ pair: 'GBP/USD' }), key);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await post(ideaInput(), key, two)).status).toBe(201);
    const kept = await test.database.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, key['idempotency-key']));
    expect(kept).toHaveLength(2);
  });
});

describe('changing', () => {
  it('changes named fields only and counts the version', async () => {
    const idea = await publish(test, one);
    const answer = await put(idea.id, { invalidation_level: '1.0760' }, { 'if-match': '"1"' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body).toEqual({
      ...idea,
      invalidation_level: '1.0760',
      version: 2,
      updated_at: answer.body.updated_at,
    });
    expect(await stored(idea.id)).toEqual(answer.body);
  });

  it('tells the second of two editors, with both values, and overwrites nothing', async () => {
    const idea = await publish(test, one);
    const [a, b] = await Promise.all([
      put(idea.id, { exit_1: '1.0930' }, { 'if-match': '"1"' }),
      put(idea.id, { exit_1: '1.0940' }, { 'if-match': '"1"' }),
    ]);
    expect([a?.status, b?.status].toSorted()).toEqual([200, 409]);
    const [won, lost] = a?.status === 200 ? [a, b] : [b, a];
    expect(lost?.body).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: won?.body } });
    expect((await stored(idea.id))?.exit_1).toBe(won?.body.exit_1);
  });

  it('is refused to another educator, to customers and for ideas that are not there', async () => {
    const idea = await publish(test, one);
    expect((await put(idea.id, { notes: 'mine now' }, {}, two)).status).toBe(403);
    expect((await put(idea.id, { notes: 'mine now' }, {}, customer)).status).toBe(403);
    expect((await put(randomUUID(), { notes: 'x' })).status).toBe(404);
    expect((await put('not-an-id', { notes: 'x' })).status).toBe(400);
    expect(await stored(idea.id)).toEqual(idea);
  });

  it('that changes nothing makes no version and no revision', async () => {
    const idea = await publish(test, one);
    const answer = await put(idea.id, { notes: idea.notes });
    expect(answer.body).toEqual(idea);
    const revisions = await test.call<IdeaRevision[]>('GET', `/api/trade-ideas/${idea.id}/revisions`, {
      token: customer,
    });
    expect(revisions.body).toHaveLength(1);
  });

  it('of the status takes every value, storing success and failure by their newer names', async () => {
    const idea = await publish(test, one);
    for (const status of ideaStatuses) {
      const answer = await put(idea.id, { status });
      const expected = { success: 'successful', failure: 'unsuccessful' }[status as string] ?? status;
      expect([answer.status, answer.body.status]).toEqual([200, expected]);
    }
    expect((await put(idea.id, { status: 'won' })).status).toBe(400);
  });

  it('refuses an empty change and a malformed If-Match', async () => {
    const idea = await publish(test, one);
    expect((await put(idea.id, {})).status).toBe(400);
    expect((await put(idea.id, { notes: 'x' }, { 'if-match': '*' })).status).toBe(400);
  });
});

describe('deleting', () => {
  it('takes the idea from lists and leaves its history', async () => {
    const idea = await publish(test, one, { pair: 'NZD/CAD' });
    const answer = await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: one });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(await stored(idea.id)).toBeUndefined();
    expect((await test.call('GET', `/api/trade-ideas/${idea.id}`, { token: one })).status).toBe(404);
    const ids = (await list('market=Forex&state=active')).body.map(({ id }) => id);
    expect(ids).not.toContain(idea.id);
    const revisions = await test.call<IdeaRevision[]>('GET', `/api/trade-ideas/${idea.id}/revisions`, {
      token: customer,
    });
    expect(revisions.body.map(({ action }) => action)).toEqual(['created', 'deleted']);
  });

  it('is for the owner alone', async () => {
    const idea = await publish(test, one);
    expect((await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: two })).status).toBe(403);
    expect((await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: customer })).status).toBe(403);
    expect(await stored(idea.id)).toEqual(idea);
  });
});

describe('lists', () => {
  it('hold what their filter says, newest first', async () => {
    const crypto = await publish(test, two, {
      pair: 'BTC/USD',
      market_type: 'Crypto',
      idea_type: 'Exchange',
    });
    const done = await publish(test, two, { pair: 'ETH/USD', market_type: 'Crypto' });
    await put(done.id, { status: 'successful' }, {}, two);
    const active = (await list('market=Crypto&state=active')).body;
    const completed = (await list('market=Crypto&ideaType=Leverage&state=completed')).body;
    expect(active.map(({ id }) => id)).toContain(crypto.id);
    expect(active.map(({ id }) => id)).not.toContain(done.id);
    expect(completed.map(({ id }) => id)).toEqual([done.id]);
    const own = (await list('educatorId=2')).body;
    expect(own.every(({ educator_id }) => educator_id === '2')).toBe(true);
    const times = (await list('state=active')).body.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('keep pending and invalid ideas among the active ones', async () => {
    const idea = await publish(test, one);
    for (const status of ['pending', 'invalid']) {
      await put(idea.id, { status });
      expect((await list('market=Forex&state=active')).body.find(({ id }) => id === idea.id)?.status).toBe(
        status,
      );
    }
  });

  it('list completed S&P 500 pairs under Forex though they are marked Crypto', async () => {
    const idea = await publish(test, one, { pair: 'SPX/USDT', market_type: 'Crypto' });
    expect((await list('market=Crypto&state=active')).body.map(({ id }) => id)).toContain(idea.id);
    await put(idea.id, { status: 'successful' });
    expect((await list('market=Forex&state=completed')).body.map(({ id }) => id)).toContain(idea.id);
    expect((await list('market=Crypto&state=completed')).body.map(({ id }) => id)).not.toContain(idea.id);
  });

  it('answer 304 to who has them, until something in them changes', async () => {
    const first = await list('market=Forex&state=active');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await test.call('GET', '/api/trade-ideas?market=Forex&state=active', {
      token: customer,
      headers,
    });
    expect([again.status, again.body]).toEqual([304, '']);
    await publish(test, one, { pair: 'BTC/EUR', market_type: 'Crypto' });
    expect(
      (await test.call('GET', '/api/trade-ideas?market=Forex&state=active', { token: customer, headers }))
        .status,
    ).toBe(304);
    await publish(test, one);
    expect(
      (await test.call('GET', '/api/trade-ideas?market=Forex&state=active', { token: customer, headers }))
        .status,
    ).toBe(200);
  });

  it('go on by cursor, each idea once, also while others are published', async () => {
    const wanted = new Set<string>();
    for (let count = 0; count < 12; count++) wanted.add((await publish(test, two, { pair: 'AUD/NZD' })).id);
    const seen: string[] = [];
    let path: string | undefined = '/api/trade-ideas?educatorId=2&limit=5';
    while (path) {
      const page: { body: TradeIdea[]; headers: Headers } = await test.call<TradeIdea[]>('GET', path, {
        token: customer,
      });
      expect(page.body.length).toBeLessThanOrEqual(5);
      seen.push(...page.body.map(({ id }) => id));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      await publish(test, two, { pair: 'AUD/NZD' });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...wanted].every((id) => seen.includes(id))).toBe(true);
  });

  it.each([
    'cursor=x',
    `cursor=${Buffer.from('2026-99-99T00:00:00.000Z_x').toString('base64url')}`,
    'limit=0',
    'limit=501x',
    'market=Gold',
    'educatorId=0',
    'state=old',
  ])('refuse %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('the hidden educator’s ideas (DESIGN §15)', () => {
  let hiddenIdea: TradeIdea;
  beforeAll(async () => {
    const ideas = new IdeasService(test.database.db, { reached: async () => undefined }, systemClock, noNews);
    hiddenIdea = await ideas.create(test.people.hidden, newIdea.parse(ideaInput({ pair: 'TEST/USD' })));
    // The feed carries it to the snapshot as any other change; the next one published is proof that it arrived.
    await publish(test, one);
  });

  it('are 404 for a customer and readable for an educator', async () => {
    expect((await test.call('GET', `/api/trade-ideas/${hiddenIdea.id}`, { token: customer })).status).toBe(
      404,
    );
    expect((await test.call('GET', `/api/trade-ideas/${hiddenIdea.id}`, { token: two })).status).toBe(200);
  });

  it('stand in no list a customer can ask for', async () => {
    for (const query of [
      '',
      'state=active',
      'market=Forex',
      'educatorId=9',
      'educatorId=9&limit=5',
      'limit=500',
    ]) {
      const { body } = await list(query);
      expect(
        body.map(({ id }) => id),
        query,
      ).not.toContain(hiddenIdea.id);
    }
    expect((await list('educatorId=9&limit=5', two)).body.map(({ id }) => id)).toContain(hiddenIdea.id);
  });
});

it('every completed status leaves the active list', async () => {
  for (const status of completedStatuses) {
    const idea = await publish(test, one);
    await put(idea.id, { status });
    expect((await list('market=Forex&state=active')).body.map(({ id }) => id)).not.toContain(idea.id);
  }
});
