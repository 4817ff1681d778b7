import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DISCLAIMER } from '../../../contract/shared/brand.ts';
import { rateLimits } from '../../../contract/shared/rate-limits.ts';
import { accessTokens, tradeIdeas } from '../../database/schema.ts';
import { createToken } from '../../testing/access-tokens.ts';
import { publish, publishHidden, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { toAtom, toJsonFeed } from './feed-formats.ts';

const MINUTE_MS = 60_000;

let test: TestApp;
let log = '';
let now = Date.parse('2026-03-02T10:00:00Z');
let secret: string;
let one: string;

beforeAll(async () => {
  test = await startTestApp({
    clock: () => new Date(now),
    settings: { LOG_LEVEL: 'trace', RATE_LIMITS: 'on', BASE_URL: 'https://larks.example', BRAND: 'Larks' },
    onLog: (line) => {
      log += line;
    },
  });
});
afterAll(() => test.close());
beforeEach(async () => {
  now += 60 * MINUTE_MS;
  one = await test.openSession('one@test.example');
  await test.database.db.delete(accessTokens);
  await test.database.db.delete(tradeIdeas);
  secret = (await createToken(test, await test.openSession('customer@test.example'), 'feed')).secret;
});

type JsonFeed = { version: string; items: { title: string; url: string; content_text: string }[] };
const read = (format: string, headers = {}) => test.call('GET', `/feeds/${secret}.${format}`, { headers });
const readItems = async () => ((await read('json')).body as JsonFeed).items;
const change = (id: string, body: object) => test.call('PUT', `/api/trade-ideas/${id}`, { token: one, body });

describe('a feed', () => {
  it('has publications and closings, the newest first, with levels, result, link and disclaimer', async () => {
    const input = {
      pair: 'EUR/USD',
      order_type: 'BUY',
      entry_1: '1.10',
      invalidation_level: '1.05',
    } as const;
    const { id } = await publish(test, one, {
      ...input,
      entry_2: null,
      exit_1: '1.20',
      exit_2: null,
      exit_3: null,
      notes: 'Wait & see',
    });
    now += MINUTE_MS;
    await publish(test, one, { pair: 'GBP/USD' });
    now += MINUTE_MS;
    await change(id, {
      status: 'successful',
      result_level: 'exit_1',
      result_at: new Date(now).toISOString(),
    });
    expect(await readItems()).toHaveLength(2);
    now += MINUTE_MS;
    const items = await readItems();
    expect(items.map(({ title }) => title.replace(/\p{Cf}/gu, ''))).toEqual([
      'EUR/USD Bullish · successful',
      expect.stringMatching(/^GBP\/USD .* · published$/),
      'EUR/USD Bullish · published',
    ]);
    const levels = 'entry 1: 1.10 · invalidation level: 1.05 · exit 1: 1.20';
    const disclaimer = DISCLAIMER.replace('Chartlark', 'Larks');
    const [closing, , publication] = items;
    expect(closing?.content_text).toContain(`Closed at exit 1 (1.20).`);
    for (const item of [closing, publication]) {
      expect(item?.url).toBe(`https://larks.example/ideas/${id}`);
      expect(item?.content_text).toContain(levels);
      expect(item?.content_text.endsWith(disclaimer)).toBe(true);
    }
    expect(publication?.content_text).toContain('Wait & see');
  });

  it('never has what the hidden educator publishes', async () => {
    await publishHidden(test);
    expect(await readItems()).toEqual([]);
  });

  it('has fifty entries at most', async () => {
    const { id } = await publish(test, one);
    await test.database.pool.query(
      `insert into trade_ideas (educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type, entry_1,
         invalidation_level, exit_1, status, created_at, updated_at, version)
       select educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type, entry_1,
         invalidation_level, exit_1, status, created_at, updated_at, version from trade_ideas, generate_series(1, 60)
       where id = $1`,
      [id],
    );
    expect(await readItems()).toHaveLength(50);
  });

  it('says how long it is current, and answers 304 to whoever has it', async () => {
    await publish(test, one);
    for (const [format, type] of [
      ['atom', 'application/atom+xml; charset=utf-8'],
      ['json', 'application/feed+json; charset=utf-8'],
    ] as const) {
      const { headers, status } = await read(format);
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('cache-control')).toBe('private, max-age=300');
      const again = await read(format, { 'if-none-match': headers.get('etag') ?? '' });
      expect([again.status, again.body]).toEqual([304, '']);
    }
  });

  it('has no other address, and none of another format', async () => {
    for (const file of [`${secret}.rss`, secret, `${secret.slice(0, -1)}.atom`, 'clk_.atom', '%00.json'])
      expect((await test.call('GET', `/feeds/${file}`)).status, file).not.toBe(200);
    const unknown = `/feeds/clk_${'A'.repeat(43)}.json`;
    expect((await test.call('GET', unknown)).status).toBe(404);
  });

  it('is limited by address, unknown ones by network', async () => {
    let sent = 0;
    while ((await read('atom')).status === 200) sent++;
    expect(sent).toBe(rateLimits.feed.burst);
    const readUnknown = () => test.call('GET', `/feeds/clk_${'A'.repeat(43)}.json`);
    const statuses = new Set<number>();
    for (let count = 0; count <= rateLimits.unknown.burst; count++)
      statuses.add((await readUnknown()).status);
    expect([...statuses]).toEqual([404, 429]);
  });

  it('leaves no trace of its address in the log', async () => {
    now += 60 * MINUTE_MS;
    await read('atom');
    await read('rss');
    for (const method of ['HEAD', 'POST', 'PUT'])
      await test.call(method, `/feeds/${secret}.atom`, method === 'HEAD' ? {} : { body: {} });
    await test.database.pool.query('alter table access_tokens rename to away');
    expect((await read('atom')).status).toBe(500);
    await test.database.pool.query('alter table away rename to access_tokens');
    // The failure was logged.
    expect(log).toContain('INTERNAL');
    expect(log).not.toContain(secret);
    expect(log).not.toContain(secret.slice(4));
  });
});

describe('the formats', () => {
  const item = {
    id: 'urn:uuid:1#closed',
    url: '/ideas/1?a&b',
    title: '<b>"EUR"</b>',
    author: 'Ada & Co',
    text: 'One\u0001\uffff\nTwo ]]> \u{1f600}',
    at: '2026-03-02T10:00:00.000Z',
  };
  const feed = { id: 'urn:uuid:2', title: 'Larks & Co', items: [item] };

  it('escape what is markup in Atom, and drop what XML has no way to write', () => {
    expect(toAtom(feed)).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:2</id><title>Larks &amp; Co</title><updated>2026-03-02T10:00:00.000Z</updated><entry><id>urn:uuid:1#closed</id><title>&lt;b&gt;&quot;EUR&quot;&lt;/b&gt;</title><link href="/ideas/1?a&amp;b"/><updated>2026-03-02T10:00:00.000Z</updated><author><name>Ada &amp; Co</name></author><content>One
Two ]]&gt; \u{1f600}</content></entry></feed>
`);
    expect(toAtom({ ...feed, items: [] })).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  });

  it('have the same in JSON', () => {
    expect(JSON.parse(toJsonFeed(feed))).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Larks & Co',
      items: [
        {
          id: item.id,
          url: item.url,
          title: item.title,
          content_text: item.text,
          date_published: item.at,
          authors: [{ name: item.author }],
        },
      ],
    });
  });
});
