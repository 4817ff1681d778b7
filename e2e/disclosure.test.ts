import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { educatorDashboard, validIdea } from './educator-dashboard.ts';
import { createKeyboard } from './keyboard.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** What educators hold themselves, asked in the form and shown to readers. */
const watched = setUpPeople();
const position = (page: Page) =>
  educatorDashboard(page).form().getByRole('combobox', { name: 'My own position' });
const fact = (page: Page, answer: string) =>
  page.locator('dl > div', { hasText: "Educator's own position" }).getByText(answer, { exact: true });
const count = async (app: TestApp, notes: string) =>
  (await app.database.pool.query('select from trade_ideas where notes = $1', [notes])).rowCount;

describe('an educator who may answer', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('asks an educator once, keeps the answer in the draft, and shows it with its changes to customers', async () => {
    const page = await watched(signInEducator(app.url, '2'));
    const dashboard = educatorDashboard(page);
    const keys = createKeyboard(page);
    await position(page).waitFor();
    await expect
      .poll(() => position(page).locator('option').allInnerTexts())
      .toEqual(['Not stated', 'None', 'Same direction', 'Opposite direction', 'Planning to open one']);
    await expect.poll(() => position(page).inputValue()).toBe('not_stated');
    await dashboard.fill({ ...validIdea, Notes: 'disclosed by keyboard' });
    await keys.tabTo(position(page));
    await keys.press('P');
    await expect.poll(() => position(page).inputValue()).toBe('plan_to');
    await page.reload();
    await expect.poll(() => position(page).inputValue()).toBe('plan_to');
    await dashboard.publishButton().click();
    await dashboard.own('disclosed by keyboard').waitFor();
    const { rows } = await app.database.pool.query(
      "select id, disclosure from trade_ideas where notes = 'disclosed by keyboard'",
    );
    expect(rows).toMatchObject([{ disclosure: 'plan_to' }]);

    const customer = await watched(signInCustomer(app.url, { path: `/customer/forex?idea=${rows[0]?.id}` }));
    const card = customer.getByRole('article').filter({ hasText: 'disclosed by keyboard' });
    await card.getByRole('button', { name: 'Details' }).click();
    await fact(customer, 'Planning to open one').waitFor();
    await customer.goto(`/ideas/${rows[0]?.id}`);
    await fact(customer, 'Planning to open one').waitFor();

    await dashboard.own('disclosed by keyboard').getByRole('button', { name: 'Edit', exact: true }).click();
    await position(page).selectOption('None');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await fact(customer, 'None').waitFor();
    const change = customer.getByRole('listitem').filter({ hasText: "Educator's own position" });
    await expect.poll(() => change.first().innerText()).toMatch(/Planning to open one →\s*to\s*None$/);
  });

  it('asks nothing about ideas from before the question', async () => {
    const { rows } = await app.database.pool.query(
      "select id from trade_ideas where disclosure is null and educator_id = '1' limit 1",
    );
    const customer = await watched(signInCustomer(app.url, { path: `/ideas/${rows[0]?.id}` }));
    await fact(customer, 'Not asked').waitFor();
  });
});

describe('an educator who must answer', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ settings: { DISCLOSURE: 'required' } });
  });
  afterAll(() => app.close());

  it('asks for a required answer at the field, loses nothing, and publishes with an answer', async () => {
    const page = await watched(signInEducator(app.url, '2', { path: '/educator/ideas/new' }));
    const dashboard = educatorDashboard(page);
    const notes = 'asked for a position';
    await page.getByText('Required on every new idea. Customers see your answer.').waitFor();
    await expect.poll(() => position(page).getAttribute('required')).not.toBeNull();
    await dashboard.fill({ ...validIdea, Notes: notes });
    await dashboard.publishButton().click();
    await page.getByText('My own position is required').waitFor();
    await page.getByText('Please fill in all required fields').first().waitFor();
    await createKeyboard(page).expectFocus(position(page));
    await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe(notes);
    await expect.poll(() => count(app, notes)).toBe(0);
    await position(page).selectOption('None');
    await dashboard.publishButton().click();
    await page.getByText('Trade idea created successfully').waitFor();
    await expect.poll(() => count(app, notes)).toBe(1);
  });

  it("shows the server's refusal if the browser could not load the operator's settings", async () => {
    const page = await watched(signInEducator(app.url, '2', { path: '/healthz' }));
    await page.route('**/api/config', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/educator/ideas/new');
    const dashboard = educatorDashboard(page);
    const notes = 'refused by the server';
    await dashboard.fill({ ...validIdea, Pair: 'AUD/USD', Notes: notes });
    await dashboard.publishButton().click();
    await page.getByText('My own position is required').waitFor();
    await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe(notes);
    await expect.poll(() => count(app, notes)).toBe(0);
  });
});
