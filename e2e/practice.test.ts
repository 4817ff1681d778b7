import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { signInCalls } from './educator-calls.ts';
import { holdCalls } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { BLANK_PATH, setUpPeople, signInCustomer, signInEducator } from './people.ts';
import { chooseTheme } from './theme.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
afterEach(() => app.database.pool.query('delete from practice_forecasts'));
const watched = setUpPeople();

const PATH = '/learn/practice';
const PHONE = { width: 360, height: 800 };
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
/** Answers about closed ideas of the demo, as if given some time ago; each forecast is 70 % and wrong every third time. */
const addForecasts = (count: number) =>
  app.database.pool.query(
    `insert into practice_forecasts
       (user_id, idea_id, asked_at, answered_at, probability, outcome, baseline, reason, review_at)
     select ${CUSTOMER}, id, now(), now() - n * interval '1 hour', 15 + n * 67 % 83, n % 3 <> 0, 0.4,
       case when n = 1 then 'Higher low' end, case when n % 3 = 0 then now() end
     from (select id, row_number() over (order by id) as n from trade_ideas
       where closed_at is not null and lesson is not null and educator_id <> '9') closed
     where n <= $1`,
    [count],
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
const expectNoViolations = async (page: Page) => {
  for (const theme of ['dark', 'light'] as const) {
    await chooseTheme(page, theme);
    expect(await findViolations(page), theme).toEqual([]);
  }
};
const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);
/** A heading that is focused for screen readers has no ring. */
const expectHeadingFocus = async (heading: Locator) => {
  await heading.waitFor();
  await expect.poll(() => hasFocus(heading)).toBe(true);
};
const expectNoOverflow = async (page: Page) =>
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBe(page.viewportSize()?.width);

describe('a practice question', () => {
  it('asks a question that is answered by keyboard alone on a phone, and then the next one', async () => {
    const page = await watched(signInCustomer(app.url, { path: PATH, viewport: PHONE }));
    const keyboard = createKeyboard(page);
    await page.getByText(/If price drifted neither way, .* 1 \/ \(1 \+ /).waitFor();
    const slider = page.getByLabel('Probability', { exact: true });
    const percent = page.getByLabel('In percent', { exact: true });
    await keyboard.tabTo(slider);
    await keyboard.press('ArrowRight', 'ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('52 percent likely');
    await expect.poll(() => percent.inputValue()).toBe('52');
    await keyboard.tabTo(percent);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('100');
    await keyboard.press('Enter');
    await page.getByText('Enter a whole number from 1 to 99').waitFor();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('64');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('64 percent likely');
    await keyboard.tabTo(page.getByLabel('Why?'));
    await keyboard.type('Higher low above the base.');
    await expectNoOverflow(page);
    await expectNoViolations(page);

    await keyboard.use(submit(page));
    await expectHeadingFocus(result(page));
    await page.getByRole('row', { name: /^You 64% 0[.]\d\d$/ }).waitFor();
    await page.getByText('Your reason: Higher low above the base.').waitFor();
    const { rows } = await app.database.pool.query(
      'select probability, reason, is_remembered, outcome from practice_forecasts',
    );
    expect(rows).toEqual([
      {
        probability: 64,
        reason: 'Higher low above the base.',
        is_remembered: false,
        outcome: (await result(page).textContent())?.startsWith('Yes'),
      },
    ]);
    await expectNoOverflow(page);
    await expectNoViolations(page);

    await keyboard.use(page.getByRole('button', { name: 'Next question' }));
    await expectHeadingFocus(page.getByRole('article').getByRole('heading', { level: 2 }));
    await question(page).waitFor();
    await expect.poll(() => percent.inputValue()).toBe('50');
  });

  it('keeps a draft of the forecast over a reload until it is submitted', async () => {
    const page = await watched(signInCustomer(app.url, { path: PATH }));
    await page.getByLabel('In percent').fill('71');
    await page.getByLabel('Why?').fill('Half a reason');
    await page.getByLabel("I remember this one (it won't be scored)").check();
    await page.reload();
    await expect.poll(() => page.getByLabel('In percent').inputValue()).toBe('71');
    await expect.poll(() => page.getByLabel('Why?').inputValue()).toBe('Half a reason');
    await expect
      .poll(() => page.getByLabel("I remember this one (it won't be scored)").isChecked())
      .toBe(true);
    await submit(page).click();
    await page.getByText('Your reason: Half a reason').waitFor();
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('forecast:'))))
      .toEqual([]);
  });

  it('leaves a dialog open that was opened before the result arrives, and the focus in it', async () => {
    const page = await watched(signInCustomer(app.url, { path: PATH }));
    const submitting = await holdCalls(page, '**/api/practice/questions/*/answer', 'PUT');
    await question(page).waitFor();
    await submit(page).click();
    await submitting.asked;
    await page.keyboard.press('ControlOrMeta+k');
    const search = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await expect.poll(() => hasFocus(search)).toBe(true);
    submitting.release();
    // Not by its role: the dialog hides the page from screen readers.
    await page
      .getByText(/^(Yes|No), exit 1/)
      .first()
      .waitFor();
    await expect.poll(() => hasFocus(search)).toBe(true);
    await search.pressSequentially('EUR');
    await expect.poll(() => search.inputValue()).toBe('EUR');
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('Escape');
    await page.waitForURL(/[?]forecast=/);
    await page.reload();
    await result(page).waitFor();
  });

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

  it('does not score a question if the idea is remembered', async () => {
    const page = await watched(signInCustomer(app.url, { path: PATH }));
    await page.getByLabel("I remember this one (it won't be scored)").check();
    await submit(page).click();
    await page.getByText('Not scored, because you remembered this idea.').waitFor();
    await page.getByText('and 1 unscored').waitFor();
  });

  it('leads to the change history of a deleted idea, and to the replay of any other', async () => {
    const educator = await signInCalls(app);
    const deleted = await educator.publish({ pair: 'DEL/USD' });
    await educator.change(deleted.id, { status: 'unsuccessful', result_level: 'invalidation_level' });
    await educator.remove(deleted.id);
    await askAbout(deleted.id);
    const page = await watched(signInCustomer(app.url, { path: PATH }));
    await page.getByRole('heading', { name: 'DEL/USD' }).waitFor();
    await submit(page).click();
    await page.getByRole('heading', { name: "No, exit 1 wasn't reached first" }).waitFor();
    await page.getByRole('link', { name: 'View change history' }).click();
    await page.getByRole('heading', { name: 'This idea was deleted' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: "No, exit 1 wasn't reached first" }).waitFor();
    await page.getByRole('button', { name: 'Next question' }).click();
    await question(page).waitFor();
    await submit(page).click();
    await page.getByRole('link', { name: 'View idea and replay' }).click();
    await page.getByRole('slider', { name: 'Step' }).waitFor();
  });

  it('shows the result again to a reader who returns from the idea, and the next question after that', async () => {
    const page = await watched(signInCustomer(app.url, { path: PATH, viewport: PHONE }));
    // An index counts as Forex, which would mislead here.
    await expect.poll(() => page.getByRole('article').getByText('Market', { exact: true }).count()).toBe(0);
    const pair = await page.getByRole('article').getByRole('heading', { level: 2 }).textContent();
    await page.getByLabel('In percent').fill('64');
    await submit(page).click();
    const outcome = await result(page).textContent();
    await page.getByRole('link', { name: 'View idea and replay' }).click();
    await page.getByRole('heading', { name: 'Change history' }).waitFor();
    await page.goBack();
    await expectHeadingFocus(result(page));
    await expect.poll(() => result(page).textContent()).toBe(outcome);
    await page.getByRole('row', { name: /^You 64%/ }).waitFor();
    await expect
      .poll(() => page.getByRole('article').getByRole('heading', { level: 2 }).textContent())
      .toBe(pair);
    await page.getByRole('button', { name: 'Next question' }).click();
    await question(page).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await question(page).waitFor();
  });

  it.each(['00000000-0000-4000-8000-000000000000', '0000'])(
    "asks a new question if the address names somebody else's answer, or none: %s",
    async (id) => {
      const page = await watched(signInCustomer(app.url, { path: `${PATH}?forecast=${id}` }));
      await question(page).waitFor();
    },
  );

  it('says what is left out when nothing is left', async () => {
    await app.database.pool.query(
      `insert into practice_forecasts (user_id, idea_id, asked_at, answered_at, probability)
       select ${CUSTOMER}, idea_id, now(), now(), 50 from idea_revisions where action = 'created'`,
    );
    const calls = await signInCalls(app);
    const { id } = await calls.publish({ pair: 'CHF/NOK' });
    await calls.change(id, { status: 'completed' });
    const page = await watched(signInCustomer(app.url, { path: PATH }));
    await page.getByRole('heading', { name: 'Nothing left to forecast' }).waitFor();
    await page
      .getByText(/closed ideas? (is|are) left out: .*without a clear result/)
      .first()
      .waitFor();
  });

  it('asks educators too, and never about their own ideas', async () => {
    const page = await watched(signInEducator(app.url, '1', { path: PATH }));
    await question(page).waitFor();
    const { rows } = await app.database.pool.query(
      `select educator_id from practice_forecasts join idea_revisions using (idea_id) where action = 'created'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].educator_id).not.toBe('1');
  });
});

/** Everything the page asks for and is sent, the live stream included. */
const recordTraffic = async (page: Page) => {
  await page.addInitScript(() => {
    const { decode } = TextDecoder.prototype;
    Object.assign(window, { streamed: '' });
    TextDecoder.prototype.decode = function (...given) {
      const text = decode.apply(this, given);
      (window as unknown as { streamed: string }).streamed += text;
      return text;
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
    'requests and receives nothing that tells which idea it is, or how it ended: %s',
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

describe('scores and lessons', () => {
  it('shows counts first, and means and the calibration from 20 forecasts on, but no points or streaks', async () => {
    await addForecasts(19);
    const page = await watched(signInCustomer(app.url, { path: PATH, viewport: PHONE }));
    await page.getByText('Shown after 20 forecasts (19 so far)', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Calibration/ }).count()).toBe(0);
    await addForecasts(0);
    await submit(page).click();
    await page
      .getByRole('img', { name: /^Calibration[.] Forecasts of .* percent came true, of \d+/ })
      .waitFor();
    const rows = page.getByRole('table', { name: 'Calibration' }).getByRole('row');
    const counts = await rows.locator('td:nth-of-type(1)').allTextContents();
    expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(20);
    const text = (await page.getByRole('main').innerText()).toLowerCase();
    for (const word of ['streak', 'points', 'rank', 'leaderboard', 'remind', 'congrat'])
      expect(text).not.toContain(word);
    await expectNoOverflow(page);
    await expectNoViolations(page);
  });

  it('shows the lesson of a miss again until it is reviewed', async () => {
    await addForecasts(4);
    const page = await watched(signInCustomer(app.url, { path: PATH }));
    const cards = page.getByRole('region', { name: 'Lessons to review' });
    await cards.getByText(/^Lesson [(]/).waitFor();
    const keyboard = createKeyboard(page);
    await keyboard.use(cards.getByRole('button', { name: 'Mark as reviewed' }));
    await cards.getByText('No lessons to review today.').waitFor();
    await expect.poll(() => hasFocus(cards)).toBe(true);
    const { rows } = await app.database.pool.query(
      `select review_step, review_at > now() + interval '6 days' as is_later from practice_forecasts
       where review_at is not null`,
    );
    expect(rows).toEqual([{ review_step: 1, is_later: true }]);
    await page.getByRole('heading', { name: 'Your forecasts' }).waitFor();
    await page.getByText('Higher low', { exact: false }).first().waitFor();
  });
});
