import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { createKeyboard } from './keyboard.ts';
import { openPage, setUpPeople } from './people.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('leads a customer from the login into an idea of a market and out again with the keyboard alone', async () => {
  const page = await watched(openPage(app.url, '/login'));
  const { tabTo, type, press, use, expectFocus } = createKeyboard(page);
  await tabTo(page.getByLabel('Email'));
  await type('customer@demo.test');
  await tabTo(page.getByLabel('Password', { exact: true }));
  await type('learn-to-trade');
  await press('Enter');
  await page.waitForURL('**/customer/dashboard');
  await use(page.getByRole('main').getByRole('link', { name: 'Forex', exact: true }));
  await page.waitForURL('**/customer/forex');
  const card = page.locator('[role=group]:not([aria-hidden]) article');
  const pair = () => card.getByRole('heading').first().innerText();
  await card.waitFor();
  // A first visit begins with the tour.
  const tour = page.getByRole('region', { name: 'First steps' });
  await tour.waitFor();
  await press('Escape');
  await tour.waitFor({ state: 'detached' });
  const first = await pair();
  await press('ArrowRight');
  await expect.poll(pair).not.toBe(first);
  const second = await pair();
  await use(card.getByRole('button', { name: 'Details' }));
  const dialog = page.getByRole('dialog', { name: second });
  await dialog.getByText('Position size', { exact: true }).waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(card.getByRole('button', { name: 'Details' }));
  await use(page.getByRole('link', { name: 'Markets', exact: true }).first());
  await page.waitForURL('**/customer/dashboard');
});
