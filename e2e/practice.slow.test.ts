import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { BLANK_PATH, setUpPeople, signInCustomer } from './people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
afterEach(() => app.database.pool.query('delete from practice_forecasts'));
const watched = setUpPeople();

const PATH = '/learn/practice';
const CUSTOMER = "(select id from users where email = 'customer@demo.test')";
const question = (page: Page) => page.getByRole('form', { name: /^Will exit 1 be reached/ });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit forecast' });
const result = (page: Page) => page.getByRole('heading', { name: /^(Yes|No), exit 1/ });

/** Opens a question about this idea of the demo. */
const askAbout = (ideaId: string) =>
  app.database.pool.query(
    `insert into practice_forecasts (user_id, idea_id, asked_at) values (${CUSTOMER}, $1, now())`,
    [ideaId],
  );
type ClosedIdea = { id: string; status: string; lesson: string | null; times: string[]; isDeleted?: boolean };
const findClosed = async (where: string): Promise<ClosedIdea> => {
  const { rows } = await app.database.pool.query<ClosedIdea & Record<string, Date | null>>(
    `select id, status, lesson, created_at, updated_at, closed_at, result_at from trade_ideas
     where closed_at is not null and educator_id <> '9' and ${where} order by created_at limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error(`The demo has no idea where ${where}`);
  const times = [row.created_at, row.updated_at, row.closed_at, row.result_at];
  return { ...row, times: times.flatMap((time) => time?.toISOString() ?? []) };
};
const closeAndDelete = async (): Promise<ClosedIdea> => {
  const educator = await signInCalls(app);
  const { id } = await educator.publish({ pair: 'DEL/CHF' });
  const lesson = 'Chased the move.';
  await educator.change(id, { status: 'unsuccessful', result_level: 'invalidation_level', lesson });
  const idea = await findClosed(`id = '${id}'`);
  await educator.remove(id);
  return { ...idea, isDeleted: true };
};

describe('a practice question', () => {
  it('asks the same on every device until it is answered, and an answer of another device counts', async () => {
    const page = await watched(signInCustomer(app.url, { path: PATH }));
    const other = await watched(signInCustomer(app.url, { path: PATH, keepsReading: true }));
    const pairs = [page, other].map((device) => device.getByRole('article').getByRole('heading').first());
    expect(await pairs[0]?.textContent()).toBe(await pairs[1]?.textContent());
    await submit(page).click();
    await result(page).waitFor();
    await other.getByLabel('In percent').fill('80');
    await submit(other).click();
    await other.getByText('You already answered this question.').waitFor();
    await other.getByRole('button', { name: 'Next question' }).click();
    await other.getByText('You already answered this question.').waitFor({ state: 'detached' });
    await question(other).waitFor();
  });
});

/** Everything the page asks for and is sent, the live stream included. */
const recordTraffic = async (page: Page) => {
  await page.addInitScript(() => {
    const recording = Object.assign(window, { streamed: '' });
    const { fetch } = window;
    window.fetch = async (...given) => {
      const response = await fetch(...given);
      if (!response.body || !response.headers.get('content-type')?.includes('event-stream')) return response;
      const [body, copy] = response.body.tee();
      const write = (text: string) => {
        recording.streamed += text;
      };
      copy
        .pipeThrough(new TextDecoderStream())
        .pipeTo(new WritableStream({ write }))
        .catch(() => undefined);
      return new Response(body, response);
    };
  });
  const urls: string[] = [];
  const texts: Promise<string>[] = [];
  page.on('request', (request) => {
    urls.push(request.url());
    texts.push(Promise.resolve(`${request.url()} ${request.postData() ?? ''}`));
  });
  page.on('response', (response) => {
    const isStream = response.headers()['content-type']?.includes('event-stream');
    if (isStream) return;
    const body = response.text().catch(() => '');
    texts.push(body.then((text) => `${JSON.stringify(response.headers())} ${text}`));
  });
  return {
    urls,
    read: async () => {
      const streamed = await page.evaluate(() => (window as unknown as { streamed: string }).streamed);
      return [...(await Promise.all(texts)), streamed].join('\n');
    },
  };
};

describe('before the answer', () => {
  it.each([
    ['an invalidated idea, which the markets list', () => findClosed("status = 'invalid'")],
    ['an idea with a lesson', () => findClosed('lesson is not null')],
    [
      'an unsuccessful idea with a lesson',
      () => findClosed("status = 'unsuccessful' and lesson is not null"),
    ],
    ['a deleted idea', closeAndDelete],
  ])(
    'requests and receives nothing that tells which idea it is, or how it ended: %s (§2.69)',
    async (_idea, find) => {
      const idea = await find();
      await askAbout(idea.id);
      const page = await watched(signInCustomer(app.url, { path: BLANK_PATH }));
      const traffic = await recordTraffic(page);
      await page.clock.install();
      await page.goto(PATH);
      await question(page).waitFor();
      await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' });
      // The stream has sent its first event.
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByLabel('In percent').fill('30');
      // What the page loads later, and what it would poll every 5 seconds.
      await page.clock.runFor(20_000);
      await page.evaluate((path) => fetch(path), BLANK_PATH);
      const before = await traffic.read();
      for (const recorded of ['/api/practice/questions', '"baseline":', 'event: ready'])
        expect(before.includes(recorded), recorded).toBe(true);
      const secrets = [idea.id, ...idea.times, `"status":"${idea.status}"`, '"outcome":'];
      for (const secret of [...secrets, ...(idea.lesson ? [idea.lesson] : [])])
        expect(before.includes(secret), secret).toBe(false);
      expect(
        traffic.urls.filter((url) => /api.(trade-ideas|ledger|performance|news|reading)/.test(url)),
      ).toEqual([]);

      // The recording works: the answer has all of it.
      await submit(page).click();
      await result(page).waitFor();
      // Nothing of a deleted idea is shown but its change history.
      if (idea.lesson && !idea.isDeleted) await page.getByText(idea.lesson).first().waitFor();
      const after = await traffic.read();
      for (const told of [idea.id, '"outcome":']) expect(after.includes(told), told).toBe(true);
    },
  );
});
