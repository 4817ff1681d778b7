import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { signInCalls } from './educator-calls.ts';
import { setUpPeople, signInCustomer } from './people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
const person = setUpPeople();

const definition = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
/** Presses a word, waits for its definition with this text, and closes it. */
const explain = async (page: Page, within: Page | Locator, word: string, title: string, text = '') => {
  await within.getByRole('button', { name: word, exact: true }).first().click();
  await definition(page, title).filter({ hasText: text }).waitFor();
  await page.keyboard.press('Escape');
  await definition(page, title).waitFor({ state: 'detached' });
};
/** No page may have a button in a button, in a link or in a summary. */
const expectNoneNested = async (page: Page) =>
  await expect
    .poll(() => page.locator(':is(a, button, summary, label) button, button a, a a').count())
    .toBe(0);

const ruleWords = [
  ['distance from entry 1 to invalidation', 'R'],
  ['five minutes after publishing', 'Published plan'],
  ['within ten seconds', 'Correction window'],
  ['slippage', 'Slippage'],
] as const;

describe('words open their definition', () => {
  it('opens definitions in the figures of a track record', async () => {
    const page = await person(signInCustomer(app.url, { path: '/customer/educators/1' }));
    await page.getByText('Results by exit plan').click();
    await explain(page, page, 'Max drawdown', 'Drawdown', 'The fall from an earlier peak');
    await explain(page, page, 'Profitable', 'Win rate');
    await explain(page, page, 'unsuccessful', 'Unsuccessful');
    await page.getByText('How we calculate this').click();
    for (const [word, title] of ruleWords) await explain(page, page.getByRole('listitem'), word, title);
  });

  it('opens definitions in the sentences, sections and check of a track record', async () => {
    const page = await person(signInCustomer(app.url, { path: '/customer/educators/1' }));
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.waitFor();
    await explain(page, summary, 'closed at exit\u00a01', 'Exit plan');
    await explain(page, summary, 'on average', 'Expectancy');
    await explain(page, summary, 'active', 'Active');
    await explain(page, page, 'Cumulative R', 'Cumulative R');
    const columns = page.getByRole('region', { name: 'What the columns mean' });
    await explain(page, columns, 'Invalid', 'Invalid');
    await page.locator('summary').filter({ hasText: 'Verify' }).click();
    for (const [word, title] of [
      ['Verify', 'Verification'],
      ['Change log', 'Change log'],
      ['Fingerprint', 'Fingerprint'],
    ] as const)
      await explain(page, page.getByRole('region', { name: 'What these mean' }), word, title);
    await expectNoneNested(page);
    expect(await findViolations(page)).toEqual([]);
  });

  it('opens definitions in the result, the lesson and the disclosure on the page of an idea', async () => {
    const educator = await signInCalls(app);
    const closed = await educator.publish({ pair: 'CHF/JPY' });
    await educator.change(closed.id, { status: 'successful', result_level: 'exit_1', lesson: 'Wait.' });
    const page = await person(signInCustomer(app.url, { path: `/ideas/${closed.id}` }));
    const result = page.getByRole('region', { name: 'Result' });
    await explain(page, result, '+0.9R', 'R', '1R is 1.0842 − 1.0755 = 0.0087.');
    await explain(page, result, 'Exit 1', 'Exit');
    await explain(page, result, 'Lesson', 'Lesson');
    const own = "Educator's own position";
    await explain(page, page, own, own, 'does not check it');
    await expectNoneNested(page);
  });

  it('opens definitions on the question of practice, with the numbers of the idea, and in its score', async () => {
    const page = await person(signInCustomer(app.url, { path: '/learn/practice' }));
    const card = page.getByRole('article');
    await explain(page, card, 'Risk/reward', 'Risk/reward', 'In this idea: The risk is');
    await card.getByRole('button', { name: 'Submit forecast' }).click();
    await explain(page, card, 'Brier score', 'Brier score');
    await expectNoneNested(page);
  });

  it.each(['/learn/lessons'])(
    'opens definitions above the cards of %s, each of which is one link or button as a whole',
    async (path) => {
      const page = await person(signInCustomer(app.url, { path }));
      await explain(page, page.getByRole('region', { name: 'What these mean' }), 'Lesson', 'Lesson');
      await expectNoneNested(page);
    },
  );
});
