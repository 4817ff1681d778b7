import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { LESSONS_PAGE, type TopicCount } from '../../../contract/learn/lessons.ts';
import type { IdeaChangesInput, NewIdeaInput } from '../../../contract/publishing/idea-writing.ts';
import { publish, publishHidden, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let customer: string;
let one: string;

const close = async (token: string, idea: Partial<NewIdeaInput>, changes: IdeaChangesInput) => {
  const { id } = await publish(test, token, idea);
  const { status } = await test.call('PUT', `/api/trade-ideas/${id}`, { token, body: changes });
  if (status !== 200) throw new Error(`Closing answered ${status}`);
  return id;
};
const list = async (query = '', token = customer) =>
  (await test.call<TradeIdea[]>('GET', `/api/lessons${query}`, { token })).body;
const count = async (query = '') =>
  (await test.call<TopicCount[]>('GET', `/api/lessons/topics${query}`, { token: customer })).body;
const pairs = (ideas: TradeIdea[]) => ideas.map(({ pair }) => pair);

beforeAll(async () => {
  test = await startTestApp();
  [customer, one] = [
    await test.openSession('customer@test.example'),
    await test.openSession('one@test.example'),
  ];
  await publish(test, one, { pair: 'EUR/USD' });
  await close(one, { pair: 'GBP/USD' }, { status: 'successful' });
  await close(one, { pair: 'AUD/USD' }, { status: 'successful', lesson: 'Wait.', lesson_tag: 'patience' });
  await close(
    one,
    { pair: 'NZD/USD' },
    { status: 'unsuccessful', lesson: 'Too early.', lesson_tag: 'entry' },
  );
  await close(one, { pair: 'USD/CAD' }, { status: 'unsuccessful', lesson_tag: 'entry' });
  await close(one, { pair: 'USD/JPY' }, { status: 'invalid', lesson: 'Broken at once.', lesson_tag: 'size' });
  await close(one, { pair: 'USD/CHF' }, { status: 'unsuccessful', lesson: 'No topic given.' });
  const { id } = await publishHidden(test);
  await test.database.pool.query(
    "update trade_ideas set status = 'successful', closed_at = now(), lesson = 'Hidden.' where id = $1",
    [id],
  );
});
afterAll(() => test.close());

describe('the lessons', () => {
  it('lists closed ideas with a lesson or a topic, last closed first, without test data (§2.63)', async () => {
    expect(pairs(await list())).toEqual(['USD/CHF', 'USD/JPY', 'USD/CAD', 'NZD/USD', 'AUD/USD']);
    expect(pairs(await list('', one))).toEqual(pairs(await list()));
  });

  it.each([
    ['?topic=entry', ['USD/CAD', 'NZD/USD']],
    ['?topic=none', ['USD/CHF']],
    ['?topic=news', []],
    ['?result=successful', ['AUD/USD']],
    ['?result=unsuccessful&topic=entry&pair=nzd', ['NZD/USD']],
    ['?result=unsuccessful', ['USD/CHF', 'USD/JPY', 'USD/CAD', 'NZD/USD']],
    ['?topic=size', ['USD/JPY']],
    ['?educatorId=1', ['USD/CHF', 'USD/JPY', 'USD/CAD', 'NZD/USD', 'AUD/USD']],
    ['?educatorId=2', []],
    ['?educatorId=9', []],
    ['?pair=%25', []],
  ])('filters lessons by %s', async (query, expected) => {
    expect(pairs(await list(query))).toEqual(expected);
  });

  it('counts lessons by topic, with the losses, for the same filters (§2.65)', async () => {
    const byTopic = (counts: TopicCount[]) => counts.toSorted((a, b) => a.topic.localeCompare(b.topic));
    expect(byTopic(await count())).toEqual([
      { topic: 'entry', ideas: 2, losses: 2 },
      { topic: 'none', ideas: 1, losses: 1 },
      { topic: 'patience', ideas: 1, losses: 0 },
      { topic: 'size', ideas: 1, losses: 1 },
    ]);
    expect(await count('?result=successful')).toEqual([{ topic: 'patience', ideas: 1, losses: 0 }]);
    expect(await count('?educatorId=9')).toEqual([]);
  });

  it.each(['SPX/USDT', 'SP500'])('reports %s as Forex, whatever its educator chose', async (pair) => {
    await close(one, { pair, market_type: 'Crypto' }, { status: 'successful', lesson: 'Wait for the open.' });
    expect(await list(`?pair=${encodeURIComponent(pair)}`)).toMatchObject([{ pair, market_type: 'Forex' }]);
  });

  it('removes a lesson when the idea is opened again', async () => {
    const id = await close(one, { pair: 'EUR/GBP' }, { status: 'successful', lesson: 'For a moment.' });
    expect(pairs(await list('?pair=EURGBP'))).toEqual(['EUR/GBP']);
    await test.call('PUT', `/api/trade-ideas/${id}`, { token: one, body: { status: 'active' } });
    expect(await list('?pair=EURGBP')).toEqual([]);
  });

  it('returns pages of lessons that neither repeat nor leave out any', async () => {
    const closed: string[] = [];
    for (let number = 0; number <= LESSONS_PAGE; number++)
      closed.push(await close(one, { pair: 'XAU/USD' }, { status: 'successful', lesson: `${number}` }));
    // All closed at the same time: their ids decide.
    await test.database.pool.query(
      "update trade_ideas set closed_at = '2026-01-01T00:00:00Z' where pair = 'XAU/USD'",
    );
    const first = await test.call<TradeIdea[]>('GET', '/api/lessons?pair=XAU', { token: customer });
    expect(first.body).toHaveLength(LESSONS_PAGE);
    const next = /<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await test.call<TradeIdea[]>('GET', next, { token: customer });
    expect(second.headers.get('link')).toBeNull();
    const ids = [...first.body, ...second.body].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(closed.toSorted());
    expect(ids).toEqual(ids.toSorted().toReversed());
    const invalid = await test.call('GET', '/api/lessons?cursor=nonsense', { token: customer });
    expect(invalid.status).toBe(400);
  });
});
