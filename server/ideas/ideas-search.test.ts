import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isListed } from '../../contract/ideas/idea-lists.ts';
import { completedStatuses, ideaResults, ideaStatuses, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { type Market, markets } from '../../contract/ideas/markets.ts';
import { type NewIdeaInput, newIdea } from '../../contract/publishing/idea-writing.ts';
import { tradeIdeas } from '../database/schema.ts';
import { systemClock } from '../shared/clock.ts';
import { ideaInput, startTestApp, type TestApp } from '../testing/test-app.ts';
import { selectIdeas } from './ideas-db.ts';
import { createIdea } from './ideas-service.ts';

/** Filters of the history (SPEC §2 and §7) on realistic rows: legacy values, unusual pairs. */
let test: TestApp;
let customer: string;
let minute = 0;

beforeAll(async () => {
  test = await startTestApp();
  customer = await test.openSession('customer@test.example');
});
beforeEach(() => test.database.db.delete(tradeIdeas));
afterAll(() => test.close());

/** A row for the table; each is a minute older than the one before. */
const row = (changes: Partial<NewIdeaInput>, stored: Partial<TradeIdea> = {}): TradeIdea => ({
  ...createIdea(test.people.educator1, newIdea.parse(ideaInput(changes)), 'successful', systemClock()),
  created_at: new Date(Date.UTC(2026, 0, 1) - ++minute * 60_000).toISOString(),
  ...stored,
});
const insertRows = (...rows: TradeIdea[]) => test.database.db.insert(tradeIdeas).values(rows);

const list = (query: string) =>
  test.call<TradeIdea[]>('GET', `/api/trade-ideas?${query}`, { token: customer });
const listPairs = async (query: string) => (await list(query)).body.map(({ pair }) => pair);
/** Follows all `rel="next"` links. */
const allPages = async (query: string): Promise<TradeIdea[][]> => {
  const pages: TradeIdea[][] = [];
  for (let path: string | undefined = `/api/trade-ideas?${query}`; path; ) {
    const page: { body: TradeIdea[]; headers: Headers } = await test.call('GET', path, { token: customer });
    pages.push(page.body);
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return pages;
};

describe('search by pair', () => {
  it('finds any part of the pair, ignoring case and separators', async () => {
    await insertRows(row({ pair: 'EUR/USD' }), row({ pair: 'eur-usd' }), row({ pair: 'GBP/USD' }));
    expect(await listPairs('state=completed&pair=eurusd')).toEqual(['EUR/USD', 'eur-usd']);
    expect(await listPairs('state=completed&pair=EUR%20usd')).toEqual(['EUR/USD', 'eur-usd']);
    expect(await listPairs('state=completed&pair=USD')).toEqual(['EUR/USD', 'eur-usd', 'GBP/USD']);
    expect(await listPairs('state=completed&pair=chf')).toEqual([]);
    await insertRows(row({ pair: 'XBT/EUR' }), row({ pair: 'BTC/EUR' }), row({ pair: 'GOLD' }));
    for (const search of ['xbt', 'btc', 'XBT%2FEUR'])
      expect(await listPairs(`state=completed&pair=${search}`)).toEqual(['XBT/EUR', 'BTC/EUR']);
    expect(await listPairs('state=completed&pair=xau')).toEqual(['GOLD']);
  });

  it('treats % and _ as plain characters', async () => {
    await insertRows(row({ pair: 'EUR/USD' }), row({ pair: '100%/USD' }));
    expect(await listPairs(`pair=${encodeURIComponent('%')}`)).toEqual(['100%/USD']);
    expect(await listPairs('pair=E_RUSD')).toEqual([]);
    expect(await listPairs(`pair=${encodeURIComponent("'; drop table x --")}`)).toEqual([]);
    expect(await listPairs(`pair=${encodeURIComponent('\\')}`)).toHaveLength(2);
  });

  it('rejects a search longer than any pair, and an unknown result', async () => {
    expect((await list(`pair=${'x'.repeat(31)}`)).status).toBe(400);
    expect((await list('result=completed')).status).toBe(400);
  });

  it("never shows customers the hidden educator's ideas", async () => {
    await insertRows(row({ pair: 'TEST/USD' }, { educator_id: '9' }));
    expect(await listPairs('pair=test')).toEqual([]);
    expect(await listPairs('pair=test&educatorId=9')).toEqual([]);
  });
});

describe('filter by status', () => {
  it('finds exactly that status, also page by page', async () => {
    const statuses = ['active', 'pending', 'invalid', 'active'] as const;
    await insertRows(...statuses.map((status) => row({}, { status })));
    for (const status of statuses) {
      const found = (await allPages(`status=${status}&limit=1`)).flat();
      expect(found.map((idea) => idea.status)).toEqual(statuses.filter((known) => known === status));
    }
    expect(await list('status=won')).toMatchObject({
      status: 400,
      body: { fields: { status: `Use one of: ${ideaStatuses.join(', ')}` } },
    });
  });

  it('refuses a parameter it does not know, with its name', async () => {
    for (const path of ['/api/trade-ideas?stauts=active', '/api/users/educators?stauts=1'])
      expect(await test.call('GET', path, { token: customer })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST', fields: { stauts: 'Unknown parameter' } },
      });
  });

  it('refuses a name that objects have, and a parameter given twice', async () => {
    for (const query of ['__proto__=x', 'constructor=x', 'status=active&status=invalid'])
      expect(await list(query)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('filter by result', () => {
  it('maps legacy values; `completed` has no result and is listed only without this filter', async () => {
    await insertRows(...completedStatuses.map((status) => row({ pair: status }, { status })));
    expect(await listPairs('state=completed')).toEqual([...completedStatuses]);
    expect(await listPairs('state=completed&result=successful')).toEqual(['successful', 'success']);
    expect(await listPairs('state=completed&result=unsuccessful')).toEqual(['unsuccessful', 'failure']);
  });

  it('applies the S&P 500 rule: finds such pairs under Forex, whatever their market', async () => {
    await insertRows(
      row({ pair: 'SPX/USDT', market_type: 'Crypto' }),
      row({ pair: 'sp500', market_type: 'Forex' }),
    );
    const query = (market: Market) =>
      `market=${market}&ideaType=Leverage&state=completed&pair=sp&result=successful`;
    expect(await listPairs(query('Forex'))).toEqual(['SPX/USDT', 'sp500']);
    expect(await listPairs(query('Crypto'))).toEqual([]);
  });
});

describe('pagination of a search', () => {
  const query = 'market=Forex&ideaType=Leverage&state=completed&pair=usd&result=unsuccessful&limit=7';

  it('returns each idea once and in order, also while others are completed', async () => {
    const pairs = ['EUR/USD', 'USD/JPY', 'AUD-USD', 'EUR/GBP'];
    const rows = Array.from({ length: 60 }, (_, index) =>
      row(
        { pair: pairs[index % pairs.length]! },
        { status: index % 3 === 0 ? 'successful' : 'unsuccessful', id: randomUUID() },
      ),
    );
    // Equal times are ordered by id, and a page may end among them.
    for (const same of rows.slice(20, 40)) same.created_at = rows[20]!.created_at;
    await insertRows(...rows);
    const before = (await allPages(query)).flat();
    const [first] = await allPages(query);
    await insertRows(
      row({ pair: 'USD/SEK' }, { status: 'failure', created_at: systemClock().toISOString() }),
    );
    const rest = (await allPages(`${query}&cursor=${cursorAfter(first!.at(-1)!)}`)).flat();

    expect([...first!, ...rest]).toEqual(before);
    expect(before).toHaveLength(30);
    expect(new Set(before.map(({ id }) => id)).size).toBe(30);
  });

  const cursorAfter = ({ created_at, id }: TradeIdea) =>
    Buffer.from(`${created_at}_${id}`).toString('base64url');
});

it('selectIdeas agrees with isListed for every filter', async () => {
  const pair = fc.oneof(
    fc.constantFrom('EUR/USD', 'eur usd', 'SPX/USDT', 'sp500', 'BTC-USD', '100%', 'a_b', '日経/JPY', 'é\\É'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => /\S/.test(text)),
  );
  const idea = fc.record({
    pair: pair.map((text) => newIdea.shape.pair.safeParse(text).data ?? 'EUR/USD'),
    market_type: fc.constantFrom(...markets),
    idea_type: fc.constantFrom('Leverage' as const, 'Exchange' as const),
    status: fc.constantFrom(...ideaStatuses),
    educator_id: fc.constantFrom('1', '2', '9'),
  });
  const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
  const filter = fc.record({
    educatorId: maybe(fc.constantFrom('1', '2', '9')),
    market: maybe(fc.constantFrom(...markets)),
    ideaType: maybe(fc.constantFrom('Leverage' as const, 'Exchange' as const)),
    state: maybe(fc.constantFrom('active' as const, 'completed' as const)),
    pair: maybe(fc.oneof(pair, fc.constantFrom('usd', 'U', '%', '_', '\\', 'rus', '/'))),
    status: maybe(fc.constantFrom(...ideaStatuses)),
    result: maybe(fc.constantFrom(...ideaResults)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(idea, { maxLength: 20 }),
      fc.array(filter, { minLength: 1, maxLength: 8 }),
      async (ideas, filters) => {
        await test.database.db.delete(tradeIdeas);
        const rows = ideas.map((stored) => row({}, stored));
        if (rows.length > 0) await insertRows(...rows);
        for (const one of filters) {
          const found = (await selectIdeas(test.database.db, one, 500)).map(({ id }) => id);
          expect(found).toEqual(rows.filter((stored) => isListed(stored, one)).map(({ id }) => id));
        }
      },
    ),
    { numRuns: 40 },
  );
});
