import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

const TOKEN = 'a-token-for-the-metrics-of-tests';
let test: TestApp;
let without: TestApp;

beforeAll(async () => {
  [test, without] = await Promise.all([startTestApp({ settings: { METRICS_TOKEN: TOKEN } }), startTestApp()]);
});
afterAll(() => Promise.all([test.close(), without.close()]));

/** Values by name and labels. */
const scrape = async (): Promise<Map<string, number>> => {
  const { body, status, headers } = await test.call<string>('GET', '/metrics', { token: TOKEN });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(.+) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)] as const;
    }),
  );
};
/** How much a value increases during `act`. */
const measureIncrease = async (name: string, act: () => Promise<unknown>) => {
  const before = (await scrape()).get(name) ?? 0;
  await act();
  return ((await scrape()).get(name) ?? 0) - before;
};
const requests = (method: string, route: string, status: number) =>
  `http_requests_total{method="${method}",route="${route}",status="${status}"}`;

describe('/metrics', () => {
  it.each([
    ['no token', undefined],
    ['a wrong token', `${TOKEN}x`],
    ['a prefix of the token', TOKEN.slice(0, -1)],
  ])('answers 404 for %s', async (_case, token) => {
    const answer = await test.call('GET', '/metrics', token === undefined ? {} : { token });
    const nothing = await test.call('GET', '/api/nothing');
    expect([answer.status, answer.body]).toEqual([404, nothing.body]);
  });

  it('answers 404 without METRICS_TOKEN', async () => {
    expect((await without.call('GET', '/metrics')).status).toBe(404);
    expect((await without.call('GET', '/metrics', { token: TOKEN })).status).toBe(404);
    expect((await without.call('GET', '/metrics', { token: 'undefined' })).status).toBe(404);
  });

  it("counts requests by route pattern and status, never by a caller's path", async () => {
    const one = await test.openSession('one@test.example');
    const idea = await publish(test, one);
    const pattern = '/api/trade-ideas/:id';
    const read = () => test.call('GET', `/api/trade-ideas/${idea.id}`, { token: one });
    expect(
      await measureIncrease(requests('GET', pattern, 200), async () => [await read(), await read()]),
    ).toBe(2);
    expect(
      await measureIncrease(requests('GET', pattern, 401), () => test.call('GET', '/api/trade-ideas/x')),
    ).toBe(1);
    expect(
      await measureIncrease(requests('HEAD', pattern, 401), () => test.call('HEAD', '/api/trade-ideas/x')),
    ).toBe(1);
    expect(
      await measureIncrease(requests('any', '(none)', 404), async () => [
        await test.call('GET', `/api/${'x'.repeat(50)}`),
        await test.call('DELETE', '/nobody'),
      ]),
    ).toBe(2);
    const names = [...(await scrape()).keys()].join('\n');
    expect(names).not.toContain(idea.id);
    expect(names).not.toContain('xxx');
  });

  it('has a cumulative histogram of request durations', async () => {
    const labels = 'method="GET",route="/healthz"';
    const total = await measureIncrease(`http_request_duration_seconds_count{${labels}}`, async () => {
      for (let count = 0; count < 5; count++) await test.call('GET', '/healthz');
    });
    expect(total).toBe(5);
    const figures = await scrape();
    const buckets = [...figures].filter(
      ([name]) => name.startsWith('http_request_duration_seconds_bucket{') && name.includes(labels),
    );
    expect(buckets.length).toBeGreaterThan(5);
    const counts = buckets.map(([, count]) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toEqual([
      `http_request_duration_seconds_bucket{le="+Inf",${labels}}`,
      figures.get(`http_request_duration_seconds_count{${labels}}`),
    ]);
    expect(figures.get(`http_request_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0);
  });

  it('counts open streams by role, and no stream as a slow request', async () => {
    const [customer, educator] = await Promise.all([
      test.openSession('customer@test.example'),
      test.openSession('one@test.example'),
    ]);
    const readers = await Promise.all([
      StreamReader.open(test.url, customer),
      StreamReader.open(test.url, customer),
      StreamReader.open(test.url, educator),
    ]);
    const streams = async () => {
      const figures = await scrape();
      return ['customer', 'educator'].map((role) => figures.get(`chartlark_live_streams{role="${role}"}`));
    };
    expect(await streams()).toEqual([2, 1]);
    await Promise.all([
      // The server ends one of them.
      test.call('POST', '/api/auth/logout', { token: educator }),
      readers[2]!.ended,
      readers[0]!.close(),
      readers[1]!.close(),
    ]);
    await expect.poll(streams).toEqual([0, 0]);
    const figures = await scrape();
    expect(figures.get('chartlark_live_streams_opened_total')).toBe(3);
    expect(figures.has('http_request_duration_seconds_count{method="GET",route="/api/live"}')).toBe(false);
  });

  it('counts jobs by state and pushes by result', async () => {
    const { pool } = test.database;
    const add = (runAt: string) =>
      pool.query(`select chartlark_jobs.add_job('nobody-does-this', run_at => ${runAt})`);
    await add("now() - interval '1 hour'");
    await add("now() + interval '1 hour'");
    await add("now() + interval '2 hours'");
    const figures = await scrape();
    const jobs = ['due', 'running', 'later', 'dead'].map((state) =>
      figures.get(`chartlark_jobs{state="${state}"}`),
    );
    expect(jobs).toEqual([1, 0, 2, 0]);
    expect(figures.get('chartlark_push_requests_total')).toBe(0);
    for (const result of ['accepted', 'gone', 'failed'])
      expect(figures.get(`chartlark_push_results_total{result="${result}"}`), result).toBe(0);
    expect(figures.get('chartlark_push_waiting')).toBe(0);
    expect(figures.get('chartlark_customers_online')).toBe(0);
  });

  it('reports feed position, snapshot age, pool and process metrics', async () => {
    const one = await test.openSession('one@test.example');
    expect(await measureIncrease('chartlark_feed_sequence', () => publish(test, one))).toBe(1);
    const figures = await scrape();
    expect(figures.get('chartlark_feed_behind_events')).toBe(0);
    expect(figures.get('chartlark_feed_delay_seconds')).toBeLessThan(60);
    expect(figures.get('chartlark_snapshot_age_seconds')).toBeLessThan(60);
    expect(figures.get('chartlark_snapshot_lists')).toBeGreaterThan(5);
    expect(figures.get('chartlark_database_connections')).toBeGreaterThan(0);
    for (const name of [
      'chartlark_database_waiting',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect(figures.get(name), name).toBeGreaterThanOrEqual(0);
  });
});
