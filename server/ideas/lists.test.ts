import { beforeAll, describe, expect, it } from 'vitest';
import { completedStatuses, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { startIdeaCalls } from '../testing/idea-calls.ts';
import { publishHidden } from '../testing/test-app.ts';

const calls = startIdeaCalls();

describe('GET /api/trade-ideas', () => {
  it('returns the ideas of the filter, newest first (§1.1, §6.3, §7.5, §7.13)', async () => {
    const crypto = await calls.publish(
      { pair: 'BTC/USD', market_type: 'Crypto', idea_type: 'Exchange' },
      calls.two,
    );
    const done = await calls.publish({ pair: 'ETH/USD', market_type: 'Crypto' }, calls.two);
    await calls.put(done.id, { status: 'successful' }, {}, calls.two);
    const active = (await calls.list('market=Crypto&state=active')).body;
    const completed = (await calls.list('market=Crypto&ideaType=Leverage&state=completed')).body;
    expect(active.map(({ id }) => id)).toContain(crypto.id);
    expect(active.map(({ id }) => id)).not.toContain(done.id);
    expect(completed.map(({ id }) => id)).toEqual([done.id]);
    const own = (await calls.list('educatorId=2')).body;
    expect(own.every(({ educator_id }) => educator_id === '2')).toBe(true);
    const times = (await calls.list('state=active')).body.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('lists pending and invalid ideas as active', async () => {
    const idea = await calls.publish();
    for (const status of ['pending', 'invalid']) {
      await calls.put(idea.id, { status });
      expect(
        (await calls.list('market=Forex&state=active')).body.find(({ id }) => id === idea.id)?.status,
      ).toBe(status);
    }
  });

  it('lists and reports completed S&P 500 pairs as Forex although marked Crypto (§7.14)', async () => {
    const idea = await calls.publish({ pair: 'SPX/USDT', market_type: 'Crypto' });
    expect((await calls.list('market=Crypto&state=active')).body.map(({ id }) => id)).toContain(idea.id);
    await calls.put(idea.id, { status: 'successful' });
    const { body: completed } = await calls.list('market=Forex&state=completed');
    expect(completed.find(({ id }) => id === idea.id)?.market_type).toBe('Forex');
    const { body: page } = await calls.list('market=Forex&state=completed&limit=500');
    expect(page.find(({ id }) => id === idea.id)?.market_type).toBe('Forex');
    expect((await calls.get(idea.id)).body.market_type).toBe('Forex');
    // Nobody changed the market, so the ledger has no such change.
    expect((await calls.revisions(idea.id)).at(-1)?.changes.map(({ field }) => field)).toEqual(['status']);
    expect((await calls.list('market=Crypto&state=completed')).body.map(({ id }) => id)).not.toContain(
      idea.id,
    );
  });

  it('answers 304 until something in the list changes (§4.19)', async () => {
    const first = await calls.list('market=Forex&state=active');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await calls.list('market=Forex&state=active', headers);
    expect([again.status, again.body]).toEqual([304, '']);
    await calls.publish({ pair: 'BTC/EUR', market_type: 'Crypto' });
    expect((await calls.list('market=Forex&state=active', headers)).status).toBe(304);
    await calls.publish();
    expect((await calls.list('market=Forex&state=active', headers)).status).toBe(200);
  });

  it('pages by cursor and returns each idea once, also while others are published', async () => {
    const wanted = new Set<string>();
    for (let count = 0; count < 12; count++)
      wanted.add((await calls.publish({ pair: 'AUD/NZD' }, calls.two)).id);
    const seen: string[] = [];
    let path: string | undefined = '/api/trade-ideas?educatorId=2&limit=5';
    while (path) {
      const page: { body: TradeIdea[]; headers: Headers } = await calls.test.call<TradeIdea[]>('GET', path, {
        token: calls.customer,
      });
      expect(page.body.length).toBeLessThanOrEqual(5);
      seen.push(...page.body.map(({ id }) => id));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      await calls.publish({ pair: 'AUD/NZD' }, calls.two);
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
  ])('rejects %s', async (query) => {
    expect((await calls.list(query)).status).toBe(400);
  });
});

describe('ideas of the hidden educator (SPEC §10)', () => {
  let hiddenIdea: TradeIdea;
  beforeAll(async () => {
    hiddenIdea = await publishHidden(calls.test);
    // The feed delivers it to the snapshot; the next published idea proves that it arrived.
    await calls.publish();
  });

  it('answers 404 to a customer for an idea of the hidden educator, which educators can read', async () => {
    expect((await calls.get(hiddenIdea.id)).status).toBe(404);
    expect((await calls.get(hiddenIdea.id, calls.two)).status).toBe(200);
  });

  it('lists ideas of the hidden educator in no list that a customer can request (§3.12, §6.6, §9.2)', async () => {
    for (const query of [
      '',
      'state=active',
      'market=Forex',
      'educatorId=9',
      'educatorId=9&limit=5',
      'limit=500',
    ]) {
      const { body } = await calls.list(query);
      expect(
        body.map(({ id }) => id),
        query,
      ).not.toContain(hiddenIdea.id);
    }
    expect((await calls.list('educatorId=9&limit=5', {}, calls.two)).body.map(({ id }) => id)).toContain(
      hiddenIdea.id,
    );
  });
});

it('removes an idea from the active list for every completed status (§4.8)', async () => {
  for (const status of completedStatuses) {
    const idea = await calls.publish();
    await calls.put(idea.id, { status });
    expect((await calls.list('market=Forex&state=active')).body.map(({ id }) => id)).not.toContain(idea.id);
  }
});
