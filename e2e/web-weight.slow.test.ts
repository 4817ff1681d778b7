import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUDGET, collectFiles, type LoadedFile, sumBytes } from '../scripts/web-weight.ts';
import { findTerm } from '../web/glossary/glossary.ts';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, openPage, setUpPeople, signInCustomer } from './people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
const watched = setUpPeople();

/** A sentence of each part that a first load must not contain. */
const laterParts = {
  'the texts of the glossary': findTerm('risk-reward').text,
  'its drawings': 'The fall from the peak to the lowest point',
  'the definition of a word': 'More in the glossary',
  practice: 'Submit forecast',
  lessons: 'No lessons here yet',
  'the tour': 'It shows every price of this idea, to scale',
  'the page Learn': 'Pick a market. Each card is one idea',
};

const ASSETS = new URL('../dist/web/assets/', import.meta.url);
const builtScripts = () =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(new URL(name, ASSETS), 'utf8'));

const findLaterParts = (texts: readonly string[]) =>
  Object.entries(laterParts)
    .filter(([, sentence]) => texts.some((text) => text.includes(sentence)))
    .map(([part]) => part);
const toTexts = (files: readonly LoadedFile[]) => files.map(({ text }) => text);

/** Nothing more has come for a second. The live stream never ends, so the network is never idle. */
const waitUntilQuiet = async (page: Page, requested: readonly string[]) => {
  for (let before = -1; before < requested.length; ) {
    before = requested.length;
    await page.waitForTimeout(1_000);
  }
};

describe('the first load', () => {
  it('loads the login within its budget, without what is learned later', async () => {
    // Wide screens draw extra content after the form works.
    const page = await watched(openPage(app.url, BLANK_PATH, { viewport: { width: 360, height: 780 } }));
    const files = await collectFiles(page, '/login', () =>
      page.getByRole('button', { name: 'Sign In' }).waitFor(),
    );
    const script = sumBytes(files, 'script');
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual(BUDGET.login);
    expect(sumBytes(files, 'stylesheet')).toBeLessThanOrEqual(BUDGET.css);
    expect(findLaterParts(toTexts(files))).toEqual([]);
  });

  it('loads a market view within its budget, without what is learned later', async () => {
    const customer = await watched(signInCustomer(app.url, { path: BLANK_PATH }));
    const storageState = await customer.context().storageState();
    // Another browser, because its cache is empty.
    const options = { storageState, skipsDelays: true, serviceWorkers: 'block' } as const;
    const page = await watched(openPage(app.url, BLANK_PATH, options));
    const files = await collectFiles(page, '/customer/forex', async (requested) => {
      await page.getByRole('article').first().waitFor();
      for (const part of ['/deferred-ui-', '/deferred-shell-'])
        await expect.poll(() => requested.join(' ')).toContain(part);
      await waitUntilQuiet(page, requested);
    });
    const [script, stylesheet] = [sumBytes(files, 'script'), sumBytes(files, 'stylesheet')];
    expect(script).toBeGreaterThan(BUDGET.login);
    expect(script).toBeLessThanOrEqual(BUDGET.market);
    expect(stylesheet).toBeGreaterThan(0);
    expect(stylesheet).toBeLessThanOrEqual(BUDGET.css);
    expect(findLaterParts(toTexts(files))).toEqual([]);
  });

  it('finds in the build every sentence that it searches for', () => {
    expect(findLaterParts(builtScripts())).toEqual(Object.keys(laterParts));
  });
});
