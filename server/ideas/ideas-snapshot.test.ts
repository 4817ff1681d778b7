import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaFilter } from '../../contract/ideas/idea-lists.ts';
import { ideaStatuses } from '../../contract/ideas/ideas.ts';
import { markets } from '../../contract/ideas/markets.ts';
import { type NewIdeaInput, newIdea } from '../../contract/publishing/idea-writing.ts';
import { FeedFollower } from '../live/feed-follower.ts';
import { systemClock } from '../shared/clock.ts';
import { scaleSize, scaleTimeout } from '../testing/soak-size.ts';
import { ideaInput, publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { noNotifications } from './idea-notifier.ts';
import { IdeasService } from './ideas-service.ts';
import { HISTORY_PAGE, IdeasSnapshot } from './ideas-snapshot.ts';

/** R4 of TARGETS: a snapshot updated by events is byte-identical to a fresh one. */
let test: TestApp;
let feed: FeedFollower;
let cached: IdeasSnapshot;
let ideas: IdeasService;

const silent = { warn: () => undefined, info: () => undefined } as never;

const filters: IdeaFilter[] = [
  {},
  ...(['active', 'completed'] as const).flatMap((state) => [
    { state },
    ...markets.flatMap((market) => [
      { state, market },
      { state, market, ideaType: 'Leverage' as const },
      { state, market, ideaType: 'Exchange' as const },
    ]),
  ]),
  { educatorId: '1' },
  { educatorId: '2', state: 'active' },
];

const readAll = async (snapshot: IdeasSnapshot) =>
  Promise.all(
    filters.map(async (filter) => {
      const page = await snapshot.read(filter);
      return { filter, etag: page.etag, body: page.body.toString(), hasMore: page.hasMore };
    }),
  );

const compareWithFresh = async () => {
  await feed.catchUp();
  expect(await readAll(cached)).toEqual(
    await readAll(new IdeasSnapshot(test.database.db, { subscribe: () => undefined } as never)),
  );
};

beforeAll(async () => {
  test = await startTestApp();
  feed = new FeedFollower(test.database.connectionString, silent);
  cached = new IdeasSnapshot(test.database.db, feed);
  ideas = new IdeasService(test.database.db, feed, systemClock, noNotifications);
  await feed.start();
  await readAll(cached);
});
afterAll(async () => {
  await feed.stop();
  await test.close();
});

const change = fc.record({
  what: fc.constantFrom('create', 'create', 'status', 'status', 'level', 'market', 'pair', 'delete'),
  who: fc.constantFrom('educator1', 'educator2', 'hidden'),
  pair: fc.constantFrom('EUR/USD', 'BTC/USD', 'SPX/USDT', 'sp500'),
  market: fc.constantFrom(...markets),
  type: fc.constantFrom('Leverage', 'Exchange'),
  status: fc.constantFrom(...ideaStatuses),
  pick: fc.nat(),
});

describe('IdeasSnapshot', () => {
  it(
    'equals a fresh snapshot after any changes',
    async () => {
      const existing: { id: string; who: 'educator1' | 'educator2' | 'hidden' }[] = [];
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
          for (const { what, who, pair, market, type, status, pick } of changes) {
            const target = existing[pick % Math.max(1, existing.length)];
            const author = test.people[
              (what === 'create' ? who : target?.who) ?? who
            ] as TestApp['people']['educator1'];
            if (what === 'create' || !target) {
              const input = ideaInput({
                pair,
                market_type: market,
                idea_type: type as NonNullable<NewIdeaInput['idea_type']>,
              });
              existing.push({ id: (await ideas.create(author, newIdea.parse(input))).id, who });
            } else if (what === 'delete') {
              await ideas.delete(author, target.id);
              existing.splice(existing.indexOf(target), 1);
            } else {
              const changesByKind = {
                status: { status },
                level: { exit_1: `1.${pick % 1000}1` },
                market: { market_type: market },
                pair: { pair },
              };
              // Pair and market of a closed idea are locked.
              await ideas
                .update(author, target.id, changesByKind[what as keyof typeof changesByKind])
                .catch((error) => expect(error).toMatchObject({ code: 'INVALID_REQUEST' }));
            }
          }
          await compareWithFresh();
        }),
        { numRuns: scaleSize(15, 1_000) },
      );
    },
    scaleTimeout(15, 1_000),
  );

  it('stays correct when lists outgrow their page and shrink again', async () => {
    const created: string[] = [];
    for (let count = 0; count < HISTORY_PAGE * 2 + 20; count++) {
      created.push((await ideas.create(test.people.educator1, newIdea.parse(ideaInput()))).id);
    }
    await compareWithFresh();
    for (const id of created.toReversed()) await ideas.delete(test.people.educator1, id);
    await compareWithFresh();
  });

  it('shows authors their own change immediately', async () => {
    const token = await test.openSession('one@test.example');
    for (let count = 0; count < 20; count++) {
      const idea = await publish(test, token);
      const list = await test.call<{ id: string }[]>('GET', '/api/trade-ideas?market=Forex&state=active', {
        token,
      });
      expect(list.body.map(({ id }) => id)).toContain(idea.id);
    }
  });

  it('clears its lists when a new epoch starts', async () => {
    await test.database.pool.query('update feed set epoch = epoch + 1, seq = 0');
    await test.database.pool.query("delete from trade_ideas where pair = 'EUR/USD'");
    await feed.catchUp();
    await compareWithFresh();
  });
});
