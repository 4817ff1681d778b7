import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** Notes keep their paragraphs and links wherever an idea is shown in full. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

const watched = setUpPeople();

const LINK = 'https://example.com/chart';
const NOTES = `The base held.\n\nThe chart: ${LINK}`;

const expectNotes = async (place: Page | Locator) => {
  const link = place.getByRole('link', { name: LINK });
  await link.waitFor();
  await expect.poll(() => link.getAttribute('target')).toBe('_blank');
  await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  await expect.poll(() => link.locator('..').innerText()).toBe(NOTES);
};

it('shows two paragraphs and a link on every card, in the details, on the page and in the history', async () => {
  const { id } = await educator.publish({ pair: 'EUR/CZK', notes: NOTES });
  const own = await watched(signInEducator(app.url, '2'));
  await expectNotes(own.getByRole('article', { name: /EUR\/CZK/ }));

  const page = await watched(signInCustomer(app.url, { path: `/customer/forex?idea=${id}` }));
  const card = page.getByRole('article', { name: /EUR\/CZK/ });
  await expectNotes(card);
  await card.getByRole('button', { name: 'Details' }).click();
  await expectNotes(page.getByRole('dialog', { name: 'EUR/CZK' }));
  await page.goto(`/ideas/${id}`);
  await expectNotes(page.getByRole('region', { name: 'Notes' }));

  await educator.change(id, { status: 'successful', lesson: `Wait.\nSee ${LINK}` });
  await page.goto('/customer/forex/leverage');
  await page.getByRole('button', { name: 'EUR/CZK' }).click();
  const dialog = page.getByRole('dialog', { name: 'EUR/CZK' });
  await expectNotes(dialog.locator('p', { hasText: 'The base held.' }));
  await dialog.getByRole('region', { name: 'Result' }).getByRole('link', { name: LINK }).waitFor();
});
