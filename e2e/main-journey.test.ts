import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** The core of the product: an educator publishes, every customer sees it live and follows it to its close. */
let app: TestApp;
let educator: WatchedPage;
let customer: WatchedPage;

beforeAll(async () => {
  app = await startApp();
  [educator, customer] = await Promise.all([signInEducator(app.url), signInCustomer(app.url)]);
});
afterAll(async () => {
  await Promise.all([educator?.close(), customer?.close()]);
  await app.close();
});

const NOTES = 'A base nobody talks about, and a stop that says where it is wrong.';

it('leads an idea from the form to the customer, who sees its change, its close and its result (§1.1, §1.2, §2.25, §2.27, §4.9, §4.21, §8.12)', async () => {
  await customer.page.getByRole('link', { name: /Forex/ }).click();
  await customer.page.waitForURL('**/customer/forex');
  // The card that is read: its neighbours are on the page too.
  const seen = customer.page.locator('[role=group]:not([aria-hidden]) article').filter({ hasText: NOTES });
  await customer.page.getByText('Live', { exact: true }).waitFor();
  // A reload would lose this mark: everything below arrives without one.
  await customer.page.evaluate(() => Object.assign(window, { notReloaded: true, announced: [] as string[] }));
  await customer.page.evaluate(() => {
    const { announced } = window as unknown as { announced: string[] };
    for (const name of ['tradeIdeaCreated', 'tradeIdeaUpdated']) {
      window.addEventListener(name, (event) => {
        const { tradeIdea, marketType, timestamp } = (event as CustomEvent).detail;
        announced.push(
          `${name} ${tradeIdea.pair} ${tradeIdea.invalidationLevel} ${marketType} ${typeof timestamp}`,
        );
      });
    }
  });

  const form = educator.page.getByRole('form').or(educator.page.locator('form'));
  await form.getByLabel('Pair').fill('AUD/USD');
  await form.getByLabel('Time frame').fill('4H');
  await form.getByLabel('Entry 1').fill('1.0842');
  await form.getByLabel('Entry 2').fill('1.0811');
  await form.getByLabel('Invalidation level').fill('1.0740');
  await form.getByLabel('Exit 1').fill('1.0950');
  await form.getByLabel('Exit 2').fill('1.0985');
  await form.getByLabel('Exit 3').fill('1.1060');
  await form.getByLabel('Notes').fill(NOTES);
  // SPEC §10: the market follows the pair until it is touched.
  await expect.poll(() => form.getByRole('radio', { name: 'Forex' }).isChecked()).toBe(true);
  await form.getByLabel('Notes').press('Control+Enter');
  await educator.page.getByText('Trade idea created successfully').waitFor();

  const own = educator.page.getByRole('article').filter({ hasText: NOTES });
  await own.waitFor();
  // The idea being read stays in place: the new one is announced and one press away.
  await customer.page.getByRole('button', { name: 'New idea: AUD/USD' }).click();
  await seen.waitFor();
  await expect.poll(() => seen.innerText()).toContain('1.0740');

  await own.getByRole('button', { name: /^Invalidation \d/ }).click();
  const field = own.getByRole('textbox', { name: /Invalidation/ });
  await field.fill('1.0755');
  await field.press('Enter');
  await educator.page.getByText('Trade idea updated').waitFor();
  await seen.filter({ hasText: '1.0755' }).waitFor();

  await own.getByRole('button', { name: 'Mark successful' }).click();
  await educator.page.getByText(/Leverage Ideas \(Forex\)/).waitFor();
  await own.getByRole('radio', { name: 'Exit 2' }).check({ force: true });
  await own.getByLabel('Lesson learned').fill('Patience.');
  await own.getByRole('button', { name: 'Save result' }).click();
  await own.getByRole('button', { name: 'Edit result' }).waitFor();
  await seen.getByText('This idea was closed. It stays here until you move on.').waitFor();
  await customer.page.getByRole('button', { name: 'Next', exact: true }).click();
  await seen.waitFor({ state: 'detached' });

  // Last: another page is no reload, so what was announced is kept.
  await customer.page.getByRole('link', { name: 'Leverage', exact: true }).click();
  await customer.page.waitForURL('**/customer/forex/leverage');
  const completed = customer.page.getByRole('article').filter({ hasText: 'AUD/USD' }).first();
  // Its invalidation was corrected just before the close.
  await completed.getByText('Exit 2 · +1.4R to +1.6R').waitFor();
  await completed.getByText('Patience.').first().waitFor();

  await expect
    .poll(() => customer.page.evaluate(() => (window as unknown as { notReloaded?: boolean }).notReloaded))
    .toBe(true);
  const announced = await customer.page.evaluate(
    () => (window as unknown as { announced: string[] }).announced,
  );
  expect(announced).toEqual([
    'tradeIdeaCreated AUD/USD 1.0740 Forex string',
    'tradeIdeaUpdated AUD/USD 1.0755 Forex string',
    'tradeIdeaUpdated AUD/USD 1.0755 Forex string',
    'tradeIdeaUpdated AUD/USD 1.0755 Forex string',
  ]);
  expect(educator.errors).toEqual([]);
  expect(customer.errors).toEqual([]);
});
