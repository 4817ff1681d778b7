import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../contract/account/auth.ts';
import { type Candle, HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import { CONTRADICTION_WAIT_MS, type getOwnPrices } from '../../contract/candles/own-prices.ts';
import type { PriceCheck } from '../../contract/candles/price-check.ts';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { NewsItem } from '../../contract/notifications/news.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import type { RouteResponse } from '../../contract/shared/route.ts';
import type { LevelTouch } from '../ideas/idea-notifier.ts';
import { readLedger, verifyStoredLedger } from '../record/ledger-service.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import type { CandleSource } from './candle-source.ts';
import { CandlesService } from './candles-service.ts';
import { importFile } from './files-import.ts';

const START = Date.parse('2026-11-20T09:00:00Z');
let now = START;
let test: TestApp;
let educator: string;
let customer: string;
let candles: CandlesService;
/** Where price goes: from a minute after START on, by pair. */
let steps: Record<string, [minute: number, price: string][]> = {};
let told: string[] = [];
/** Whether the source has no answers. */
let isAway = false;

const priceAt = (pair: string, at: number) =>
  (steps[pair] ?? []).findLast(([minute]) => START + minute * MINUTE_MS <= at)?.[1] ?? '1.0860';

/** A candle opens where the one before ended, and closes at its own price. */
const readCandle = (pair: string, at: number, interval: number): Candle => {
  const [open, close] = [priceAt(pair, at - 1), priceAt(pair, at + interval - 1)];
  const [low = '', high = ''] = [open, close].toSorted((a, b) => Number(a) - Number(b));
  return { at, open, high, low, close };
};

const source: CandleSource = {
  name: 'kraken',
  pauseMs: 0,
  minutesBackMs: 12 * HOUR_MS,
  hoursBackMs: 60 * 24 * HOUR_MS,
  findSymbol: async (pair) => (['FILE/USD', 'NONE/USD'].includes(pair) ? null : pair),
  readCandles: async (pair, interval, { from, to }) => [
    {
      side: 'trade',
      interval,
      candles: Array.from({ length: isAway ? 0 : (to - from) / interval }, (_, index) =>
        readCandle(pair, from + index * interval, interval),
      ),
      covered: isAway ? [] : [{ from, to }],
    },
  ],
};

beforeAll(async () => {
  test = await startTestApp({ clock: () => new Date(now) });
  const notifier = {
    touched: async (_: unknown, { pair }: TradeIdea, { level, source: name }: LevelTouch) => {
      told.push(`${pair} ${level} ${name}`);
    },
  };
  const log = pino({ level: 'silent' });
  candles = new CandlesService(test.database.db, [source], {
    clock: () => new Date(now),
    log,
    notifier,
    announcePrices: async () => undefined,
  });
});
afterAll(() => test.close());
beforeEach(async () => {
  // What was before a test lies outside the 30 days.
  now += 31 * 24 * HOUR_MS;
  told = [];
  educator = await test.openSession('one@test.example');
  customer = await test.openSession('customer@test.example');
});

/** Lets time pass, with one round at its end. */
const goOn = async (minutes: number) => {
  now += minutes * MINUTE_MS;
  await candles.collect();
};
/** A pair whose price goes through these steps: minutes from now. */
const follow = (pair: string, path: [minute: number, price: string][]) => {
  const passed = (now - START) / MINUTE_MS;
  steps = { ...steps, [pair]: path.map(([minute, price]) => [passed + minute, price]) };
};
const change = async (id: string, body: unknown) => {
  const answer = await test.call<TradeIdea>('PUT', `/api/trade-ideas/${id}`, { token: educator, body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const readOwn = async () =>
  (await test.call<RouteResponse<typeof getOwnPrices>>('GET', '/api/own-prices', { token: educator })).body;
const listOwnTouches = async (id: string) =>
  (await readOwn()).touches.filter(({ idea_id }) => idea_id === id).map(({ level }) => level);
const readChecks = async (id: string) => {
  const { body } = await test.call<IdeaRevision[]>('GET', `/api/trade-ideas/${id}/revisions`, {
    token: customer,
  });
  return body
    .filter(({ action }) => action === 'checked')
    .map(({ changes }) => ({
      ...(changes[0]?.new as PriceCheck),
      comment: changes.find(({ field }) => field === 'check_comment')?.new,
    }));
};
/** The candles that a check of this idea was decided by, as the ledger has them. */
const readCandles = async (id: string, showsPrices = true): Promise<unknown> => {
  const { rows } = await test.database.pool.query<{ number: string }>(
    "select number from idea_revisions where idea_id = $1 and action = 'checked'",
    [id],
  );
  const range = { after: Number(rows[0]?.number) - 1, limit: 1, showsPrices };
  const [row] = await readLedger(test.database.db, { role: 'customer' }, range);
  const changes = row && 'changes' in row ? row.changes : [];
  const change = changes.find(({ field }) => field === 'check_candles');
  expect(change?.digest).toMatch(/^[0-9a-f]{64}$/);
  return change?.new;
};
const listTouchNews = async (token: string) =>
  (await test.call<NewsItem[]>('GET', '/api/news', { token })).body.flatMap((item) =>
    item.kind === 'touched' ? [`${item.idea.pair} ${item.touch.level}`] : [],
  );
const setAlerts = (id: string, alerts: string[]) =>
  test.call('PUT', `/api/bookmarks/${id}`, { token: customer, body: { alerts } });

describe('touched levels', () => {
  it('are told once each, in order, with the source and the time (§2.100)', async () => {
    const { id } = await publish(test, educator, { pair: 'AAA/USD' });
    follow('AAA/USD', [
      [5, '1.0840'],
      [8, '1.0925'],
    ]);
    await goOn(4);
    expect(told).toEqual([]);
    await goOn(3);
    expect(told).toEqual(['AAA/USD entry_1 Kraken']);
    await goOn(3);
    await goOn(1);
    expect(told).toEqual(['AAA/USD entry_1 Kraken', 'AAA/USD exit_1 Kraken']);
    expect((await readOwn()).touches).toMatchObject([
      { idea_id: id, level: 'entry_1', source: 'Kraken', is_entered: true },
      { idea_id: id, level: 'exit_1', price: '1.0921', from: now - 3 * MINUTE_MS, is_entered: true },
    ]);
  });

  it('are told again for a level that was moved and moved back', async () => {
    const { id } = await publish(test, educator, { pair: 'UUU/USD' });
    follow('UUU/USD', [
      [2, '1.0840'],
      [4, '1.0925'],
      [8, '1.0900'],
      [20, '1.0925'],
    ]);
    await goOn(7);
    await change(id, { exit_1: '1.0980' });
    await goOn(3);
    await change(id, { exit_1: '1.0921' });
    expect(await listOwnTouches(id)).toEqual(['entry_1']);
    await goOn(3);
    expect(await listOwnTouches(id)).toEqual(['entry_1']);
    await goOn(10);
    expect(told.filter((text) => text.includes('exit_1'))).toHaveLength(2);
  });

  it('are told again for a level that was moved, and never for one that is not there', async () => {
    const { id } = await publish(test, educator, { pair: 'BBB/USD', exit_2: null, exit_3: null });
    follow('BBB/USD', [
      [2, '1.0840'],
      [4, '1.0925'],
      [10, '1.0900'],
      [20, '1.0960'],
    ]);
    await goOn(8);
    await change(id, { exit_1: '1.0950' });
    await goOn(4);
    expect(told).toEqual(['BBB/USD entry_1 Kraken', 'BBB/USD exit_1 Kraken']);
    expect(await listOwnTouches(id)).toEqual(['entry_1']);
    await goOn(10);
    expect(told.slice(2)).toEqual(['BBB/USD exit_1 Kraken']);
  });

  it('are found after an outage, but an old one is no news', async () => {
    const { id } = await publish(test, educator, { pair: 'CCC/USD' });
    follow('CCC/USD', [[2, '1.0840']]);
    await goOn(200);
    expect(told).toEqual([]);
    expect(await listOwnTouches(id)).toEqual(['entry_1']);
  });

  it('are in the bell of who asked for them, and of their educator', async () => {
    const { id } = await publish(test, educator, { pair: 'DDD/USD' });
    await setAlerts(id, ['entry']);
    follow('DDD/USD', [
      [2, '1.0840'],
      [4, '1.0925'],
    ]);
    await goOn(8);
    expect(await listTouchNews(customer)).toEqual(['DDD/USD entry_1']);
    expect((await listTouchNews(educator)).toSorted()).toEqual(['DDD/USD entry_1', 'DDD/USD exit_1']);
    expect(await listTouchNews(await test.openSession('two@test.example'))).toEqual([]);
    await setAlerts(id, []);
    expect(await listTouchNews(customer)).toEqual([]);
  });

  it('of bookmarked ideas are told with one setting', async () => {
    const { id } = await publish(test, educator, { pair: 'EEE/USD' });
    await test.call('PUT', `/api/bookmarks/${id}`, { token: customer, body: { is_bookmarked: true } });
    follow('EEE/USD', [[2, '1.0840']]);
    await goOn(4);
    expect(await listTouchNews(customer)).toEqual([]);
    await test.call('PUT', '/api/push/settings', { token: customer, body: { bookmarkAlerts: true } });
    expect(await listTouchNews(customer)).toEqual(['EEE/USD entry_1']);
    await test.call('PUT', '/api/push/settings', { token: customer, body: { bookmarkAlerts: false } });
  });

  it('leave no alert behind when the idea is closed', async () => {
    const { id } = await publish(test, educator, { pair: 'FFF/USD' });
    await setAlerts(id, ['exit', 'invalidation']);
    await candles.removeOld();
    const count = async () =>
      (await test.database.pool.query('select from bookmarks where idea_id = $1', [id])).rowCount;
    expect(await count()).toBe(1);
    await change(id, { status: 'successful' });
    await candles.removeOld();
    expect(await count()).toBe(0);
  });
});

describe('the prices of a practice question', () => {
  it('end with the publication, and their times tell no date', async () => {
    const { id } = await publish(test, educator, { pair: 'PRA/USD' });
    follow('PRA/USD', [
      [2, '1.0840'],
      [4, '1.0925'],
    ]);
    await goOn(200);
    const chart = await candles.readBefore(id);
    expect(chart).toMatchObject({ source: 'Kraken', interval: HOUR_MS, is_demo: false });
    const times = chart?.candles.map(({ at }) => at) ?? [];
    expect([times[0], times.at(-1), times.length]).toEqual([-96 * HOUR_MS, -HOUR_MS, 96]);
    expect(chart?.candles.every(({ close }) => close === '1.0860')).toBe(true);
  });

  it('are missing without any', async () => {
    const { id } = await publish(test, educator, { pair: 'NONE/USD' });
    await goOn(2);
    expect(await candles.readBefore(id)).toBeNull();
  });
});

describe('checked results', () => {
  it('are appended to the ledger with the candles that decided, after the time to correct them', async () => {
    const { id } = await publish(test, educator, { pair: 'GGG/USD' });
    follow('GGG/USD', [
      [2, '1.0840'],
      [4, '1.0925'],
    ]);
    await goOn(8);
    await change(id, { status: 'successful', result_level: 'exit_1' });
    await goOn(5);
    expect(await readChecks(id)).toEqual([]);
    await goOn(6);
    await goOn(1);
    const [check, ...others] = await readChecks(id);
    expect(others).toEqual([]);
    expect(check).toMatchObject({
      conclusion: 'checked',
      source: 'Kraken',
      symbol: 'GGG/USD',
      interval: MINUTE_MS,
      levels: 'planned',
      touches: [{ level: 'entry_1' }, { level: 'exit_1', certainty: 'certain' }],
      result: { certainty: 'certain', outcomes: [{ kind: 'entered', invalidation: null }] },
    });
    expect(await readCandles(id)).toMatchObject([{ close: '1.0840' }, { open: '1.0840', close: '1.0925' }]);
    // Where prices are not shown, nobody finds them in the ledger either.
    expect(await readCandles(id, false)).toBeUndefined();
    expect(check?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect((await verifyStoredLedger(test.database.db)).result).toMatchObject({ valid: true });
    const { body } = await test.call<TrackRecord[]>('GET', '/api/performance?educatorId=1', {
      token: customer,
    });
    expect(body[0]?.entries.find(({ idea_id }) => idea_id === id)?.check).toMatchObject({
      conclusion: 'checked',
      source: 'Kraken',
    });
  });

  it('are checked again when another result is reported, and replace nothing', async () => {
    const { id } = await publish(test, educator, { pair: 'HHH/USD' });
    follow('HHH/USD', [
      [2, '1.0840'],
      [4, '1.0925'],
    ]);
    await goOn(8);
    await change(id, { status: 'successful' });
    await goOn(12);
    await change(id, { result_level: 'exit_1' });
    await goOn(1);
    expect((await readChecks(id)).map(({ result_level }) => result_level)).toEqual([null, 'exit_1']);
  });

  it('are compared with an imported file', async () => {
    const { id } = await publish(test, educator, { pair: 'FILE/USD' });
    const from = Math.floor(now / MINUTE_MS);
    now += 8 * MINUTE_MS;
    await change(id, { status: 'successful', result_level: 'exit_1' });
    now += HOUR_MS;
    const rows = Array.from({ length: 70 }, (_, minute) => {
      const price = minute < 10 ? '1.0860' : minute < 13 ? '1.0840' : '1.0925';
      return [(from - 8 + minute) * 60, price, price, price, price].join();
    });
    const path = join(test.folder, 'prices.csv');
    await writeFile(path, ['time,open,high,low,close', ...rows].join('\n'));
    const file = { path, pair: 'FILE/USD', zone: 'UTC', side: 'mid' } as const;
    const done = await importFile(test.database.db, file, {
      clock: () => new Date(now),
      onProgress: () => undefined,
    });
    expect(done).toMatchObject({ rows: 70, ideas: 1, checked: 1 });
    expect(await readChecks(id)).toMatchObject([
      { conclusion: 'checked', source: 'Imported file', touches: [{}, {}] },
    ]);
  });

  it('that prices contradict are shown to their educator first, with room for one comment (§2.102)', async () => {
    const { id } = await publish(test, educator, { pair: 'III/USD' });
    follow('III/USD', [
      [2, '1.0840'],
      [4, '1.0750'],
    ]);
    await goOn(8);
    await change(id, { status: 'successful', result_level: 'exit_1' });
    await goOn(12);
    expect(await readChecks(id)).toEqual([]);
    const [contradiction] = (await readOwn()).contradictions;
    expect(contradiction).toMatchObject({ idea_id: id, check: { conclusion: 'contradicted' }, comment: '' });
    expect(contradiction?.shown_at).toBe(new Date(now + CONTRADICTION_WAIT_MS).toISOString());
    const news = async (token: string) =>
      (await test.call<NewsItem[]>('GET', '/api/news', { token })).body.map(({ kind }) => kind);
    expect(await news(educator)).toContain('contradicted');
    expect(await news(customer)).not.toContain('contradicted');
    const comment = (token: string) =>
      test.call('PUT', `/api/trade-ideas/${id}/check-comment`, {
        token,
        body: { comment: 'Another broker.' },
      });
    expect((await comment(await test.openSession('two@test.example'))).status).toBe(403);
    expect((await comment(educator)).status).toBe(200);
    await goOn(23 * 60);
    expect(await readChecks(id)).toEqual([]);
    await goOn(2 * 60);
    expect(await readChecks(id)).toMatchObject([{ conclusion: 'contradicted', comment: 'Another broker.' }]);
    expect((await readOwn()).contradictions).toEqual([]);
    expect(await news(educator)).not.toContain('contradicted');
    expect((await comment(educator)).body).toMatchObject({ code: 'COMMENT_CLOSED' });
    await goOn(2 * 60);
    expect(await readChecks(id)).toHaveLength(1);
  });

  it('that are corrected before everybody sees the contradiction are not contradicted', async () => {
    const { id } = await publish(test, educator, { pair: 'JJJ/USD' });
    follow('JJJ/USD', [
      [2, '1.0840'],
      [4, '1.0750'],
    ]);
    await goOn(8);
    await change(id, { status: 'successful', result_level: 'exit_1' });
    await goOn(12);
    await change(id, { status: 'unsuccessful', result_level: 'invalidation_level' });
    await goOn(1);
    await goOn(25 * 60);
    expect((await readChecks(id)).map(({ conclusion }) => conclusion)).toEqual(['checked']);
  });

  it('that nobody could check for want of prices are checked when these arrive', async () => {
    isAway = true;
    const { id } = await publish(test, educator, { pair: 'MMM/USD' });
    follow('MMM/USD', [
      [2, '1.0840'],
      [64, '1.0925'],
    ]);
    await goOn(128);
    await change(id, { status: 'successful', result_level: 'exit_1' });
    const listConclusions = async () => (await readChecks(id)).map(({ conclusion }) => conclusion);
    for (let days = 0; days < 3; days++) await goOn(25 * 60);
    expect(await listConclusions()).toEqual(['not covered']);
    isAway = false;
    for (let days = 0; days < 3; days++) await goOn(25 * 60);
    expect(await listConclusions()).toEqual(['not covered', 'checked']);
  });
});

describe('a contradiction', () => {
  /** A closed idea that prices contradict; its educator knows. */
  const contradict = async (pair: string) => {
    const { id } = await publish(test, educator, { pair });
    follow(pair, [
      [2, '1.0840'],
      [4, '1.0750'],
    ]);
    await goOn(8);
    await change(id, { status: 'successful', result_level: 'exit_1' });
    await goOn(12);
    expect((await readOwn()).contradictions).toMatchObject([{ idea_id: id }]);
    return id;
  };
  const readRecord = async (id: string) => {
    const path = '/api/performance?educatorId=1';
    const { body } = await test.call<TrackRecord[]>('GET', path, { token: customer });
    return body[0]?.entries.find(({ idea_id }) => idea_id === id)?.check;
  };

  it('is in the ledger and the record at once when its idea is deleted', async () => {
    const id = await contradict('NNN/USD');
    const body = { comment: 'Another broker.' };
    await test.call('PUT', `/api/trade-ideas/${id}/check-comment`, { token: educator, body });
    expect((await test.call('DELETE', `/api/trade-ideas/${id}`, { token: educator })).status).toBe(200);
    expect(await readChecks(id)).toMatchObject([{ conclusion: 'contradicted', comment: 'Another broker.' }]);
    expect(await readRecord(id)).toMatchObject({ conclusion: 'contradicted' });
  });

  it('is found although its idea is deleted right after the close', async () => {
    const { id } = await publish(test, educator, { pair: 'VVV/USD' });
    follow('VVV/USD', [
      [2, '1.0840'],
      [4, '1.0750'],
    ]);
    await goOn(8);
    await change(id, { status: 'successful', result_level: 'exit_1' });
    await goOn(1);
    await test.call('DELETE', `/api/trade-ideas/${id}`, { token: educator });
    expect(await readChecks(id)).toMatchObject([{ conclusion: 'contradicted' }]);
    expect(await readRecord(id)).toMatchObject({ conclusion: 'contradicted' });
    const open = await publish(test, educator, { pair: 'WWW/USD' });
    await goOn(2);
    await test.call('DELETE', `/api/trade-ideas/${open.id}`, { token: educator });
    expect(await readChecks(open.id)).toEqual([]);
  });

  it('does not wait anew when another false result is reported', async () => {
    const id = await contradict('OOO/USD');
    await goOn(23 * 60);
    await change(id, { result_level: 'exit_2' });
    await goOn(1);
    expect(await readChecks(id)).toEqual([]);
    await goOn(2 * 60);
    expect(await readChecks(id)).toMatchObject([{ conclusion: 'contradicted', result_level: 'exit_2' }]);
  });

  it('stays in the record when its result is changed and changed back', async () => {
    const id = await contradict('PPP/USD');
    await goOn(25 * 60);
    for (const result_level of ['exit_2', 'exit_1']) await change(id, { result_level });
    await goOn(1);
    await goOn(1);
    expect(await readRecord(id)).toMatchObject({ conclusion: 'contradicted' });
  });

  it('of a result that was taken back is told nobody', async () => {
    const id = await contradict('QQQ/USD');
    await change(id, { status: 'active' });
    expect((await readOwn()).contradictions).toEqual([]);
    const { body } = await test.call<NewsItem[]>('GET', '/api/news', { token: educator });
    expect(body.filter(({ kind }) => kind === 'contradicted')).toEqual([]);
    await goOn(25 * 60);
    expect(await readChecks(id)).toEqual([]);
  });
});

it('a chart tells until when prices were read', async () => {
  const { id } = await publish(test, educator, { pair: 'TTT/USD' });
  const user = { role: 'customer' } as User;
  await goOn(3);
  expect((await candles.readChart(user, id))?.covered_to).toBe(now);
  isAway = true;
  await goOn(5);
  isAway = false;
  expect((await candles.readChart(user, id))?.covered_to).toBe(now - 5 * MINUTE_MS);
});

it('an idea whose pair is corrected is measured by the instrument of its new pair', async () => {
  const { id } = await publish(test, educator, { pair: 'RRR/USD' });
  follow('RRR/USD', [[1, '1.0840']]);
  await goOn(3);
  expect(await listOwnTouches(id)).toEqual(['entry_1']);
  await change(id, { pair: 'SSS/USD' });
  expect(await listOwnTouches(id)).toEqual([]);
  follow('SSS/USD', [[4, '1.0840']]);
  await goOn(3);
  expect(await listOwnTouches(id)).toEqual([]);
  await goOn(4);
  expect(await listOwnTouches(id)).toEqual(['entry_1']);
  const { rows } = await test.database.pool.query(
    'select name from candle_symbols s join idea_symbols l on l.symbol_id = s.id where l.idea_id = $1',
    [id],
  );
  expect(rows).toEqual([{ name: 'SSS/USD' }]);
});
