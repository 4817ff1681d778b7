import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** What educators say at the close, and where customers find it. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('shows the topics in one row on a phone that fades where it goes on, and in several on wider screens', async () => {
  const page = await watched(signInCustomer(app.url, { path: '/learn/lessons' }));
  const topics = page.getByRole('group', { name: 'Topic' });
  await topics.getByRole('radio').nth(3).waitFor({ state: 'attached' });
  const row = topics.locator('div').first();
  const fades = () => row.evaluate((element) => getComputedStyle(element).maskImage !== 'none');
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(fades).toBe(false);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(fades).toBe(true);
  // The last topic can be scrolled out of the fade.
  const last = row.locator('label').last();
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  const [place, frame] = [(await last.boundingBox())!, (await row.boundingBox())!];
  expect(place.x + place.width).toBeLessThanOrEqual(frame.x + frame.width - 64 + 1);
});

describe('lessons learned', () => {
  it('shows a lesson from the close of an idea, and leads to its replay', async () => {
    const educator = await watched(signInEducator(app.url, '1', { path: '/educator/dashboard' }));
    const card = educator.locator('article').filter({ hasText: 'EUR/USD' });
    await card.getByRole('button', { name: 'Mark unsuccessful' }).click();
    const form = card.getByRole('form', { name: 'Result' });
    await form.getByLabel('Lesson learned (one line)').fill('The base was not a base.');
    await form.getByRole('radio', { name: 'Wrong thesis' }).check();
    expect(await findViolations(educator)).toEqual([]);
    await form.getByRole('button', { name: 'Save result' }).click();
    await form.waitFor({ state: 'detached' });

    const page = await watched(signInCustomer(app.url, { path: '/learn/lessons' }));
    await page.setViewportSize({ width: 360, height: 740 });
    const lessons = page.getByRole('list', { name: 'Lessons' }).getByRole('listitem');
    await lessons.filter({ hasText: 'The base was not a base.' }).getByText('Wrong thesis').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await lessons
      .filter({ hasText: 'The base was not a base.' })
      .getByRole('link', { name: 'EUR/USD' })
      .click();
    await page.waitForURL(/\/ideas\/[0-9a-f-]+\?replay/);
    await page.getByRole('region', { name: 'Replay' }).getByRole('slider', { name: 'Step' }).waitFor();
  });

  it('shows a lesson of an invalidated idea too, without a level', async () => {
    const educator = await watched(signInEducator(app.url, '1', { path: '/educator/dashboard' }));
    const card = educator.locator('[role=group]:not([aria-hidden]) article');
    const pair = (await card.getByRole('heading').first().textContent()) ?? '';
    await card.getByRole('button', { name: 'Mark invalid' }).click();
    const form = card.getByRole('form', { name: 'Lesson' });
    const lesson = form.getByLabel('Lesson learned (one line)');
    await expect.poll(() => lesson.evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => form.getByRole('group').count()).toBe(1);
    expect(await findViolations(educator)).toEqual([]);
    await lesson.fill('News came before the entry.');
    await form.getByRole('radio', { name: 'News' }).check();
    const page = await watched(signInCustomer(app.url, { path: '/learn/lessons' }));
    const lessons = page.getByRole('list', { name: 'Lessons' }).getByRole('listitem');
    await expect.poll(() => lessons.count()).toBeGreaterThan(0);
    await form.getByRole('button', { name: 'Save lesson' }).click();
    await card.getByRole('button', { name: 'Edit lesson' }).waitFor();
    await card.getByText('Lesson (News): News came before the entry.').waitFor();

    // It reaches the open page.
    const found = lessons.filter({ hasText: 'News came before the entry.' });
    await found.waitFor();
    await page.getByRole('radio', { name: /^News/ }).check();
    await found.getByText('INVALIDATED', { exact: true }).waitFor();
    await found.getByRole('link', { name: pair }).click();
    await page.getByText('News came before the entry.').first().waitFor();
  });

  it('filters lessons by topic, educator, pair and result, which the address keeps', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/learn/lessons' }));
    const lessons = page.getByRole('list', { name: 'Lessons' }).getByRole('listitem');
    const topic = (name: RegExp) => page.getByRole('radio', { name });
    await topic(/^Entry \d+ ideas, \d+ losses$/).check();
    await expect
      .poll(async () => new Set(await lessons.locator('p:last-child').allTextContents()))
      .toEqual(new Set(['Entry']));
    await page.getByRole('radio', { name: 'Successful', exact: true }).check();
    await topic(/^Entry 2 ideas, 0 losses$/).waitFor();
    await expect.poll(() => lessons.count()).toBe(2);
    await page.getByLabel('Search pairs').fill('atom');
    await expect.poll(() => lessons.count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?topic=entry&result=successful&pair=atom');
    await page.reload();
    await expect.poll(() => lessons.count()).toBe(1);
    await page.getByRole('combobox', { name: 'Educator' }).selectOption({ index: 1 });
    await expect.poll(() => new URL(page.url()).search).toContain('educator');
    await page.getByRole('combobox', { name: 'Educator' }).selectOption({ index: 0 });
    await page.getByLabel('Search pairs').fill('nothing');
    await page.getByText('No lessons match these filters.').waitFor();
    // The chosen topic stays, so that it can be changed.
    await topic(/^Entry 0 ideas, 0 losses$/).waitFor();
    await topic(/^All 0 ideas, 0 losses$/).check();
    await expect.poll(() => new URL(page.url()).search).toBe('?result=successful&pair=nothing');
  });
});
