import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../contract/ideas.ts';
import { startApp, type TestApp } from './app.ts';
import { findColourViolations, findViolations } from './axe.ts';
import { signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { openPage, setUpPeople, signInCustomer, signInEducator, withClipboard } from './people.ts';
import { chooseTheme } from './theme.ts';

let app: TestApp;
let idea: TradeIdea;
beforeAll(async () => {
  app = await startApp();
  idea = await (await signInCalls(app)).publish({ pair: 'NZD/USD' });
});
afterAll(() => app.close());
const person = setUpPeople();

const selectedCard = (page: Page) => page.locator('[role=group]:not([aria-hidden]) article');
const word = (page: Page, name: string) => selectedCard(page).getByRole('button', { name, exact: true });
const definition = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const isFocusIn = (page: Page, selector: string) =>
  page.evaluate((inside) => document.activeElement?.closest(inside) !== null, selector);

describe('the glossary', () => {
  const terms = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });

  it('opens the glossary to everybody, and filters by titles and other words as the reader types', async () => {
    const page = await person(openPage(app.url, '/learn/glossary'));
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    const search = page.getByLabel('Search the glossary');
    await search.fill('take profit');
    await expect.poll(() => terms(page).allInnerTexts()).toEqual(['Exit']);
    await search.fill('risk');
    await expect.poll(() => terms(page).first().innerText()).toBe('Risk');
    await search.fill('nothing like this');
    await page.getByRole('heading', { name: 'Nothing found for “nothing like this”' }).waitFor();
    await page.getByRole('button', { name: 'Show all terms' }).click();
    await page.getByText('59 terms').waitFor();
    const titles = await terms(page).allInnerTexts();
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('scrolls to the term of the address and focuses it, also on the next one', async () => {
    const page = await person(openPage(app.url, '/learn/glossary#position-size'));
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Position size');
    const box = await page.getByRole('article', { name: 'Position size' }).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(200);
    await page
      .getByRole('article', { name: 'Position size' })
      .getByRole('link', { name: 'Account risk' })
      .click();
    await expect.poll(focused).toBe('Account risk');
    expect(new URL(page.url()).hash).toBe('#account-risk');
    await page.goBack();
    await expect.poll(focused).toBe('Position size');
  });

  it('shows a linked term that the search had hidden', async () => {
    const page = await person(openPage(app.url, '/learn/glossary'));
    await page.getByLabel('Search the glossary').fill('win rate');
    await page.getByRole('article', { name: 'Win rate' }).getByRole('link', { name: 'Base rate' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Base rate');
    await expect.poll(() => page.getByLabel('Search the glossary').inputValue()).toBe('');
  });

  it('copies the link to a term', async () => {
    const page = await person(openPage(app.url, '/learn/glossary', withClipboard));
    await page.getByRole('button', { name: 'Copy link to Drawdown', exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${app.url}/learn/glossary#drawdown`);
  });

  it('finds terms in the search of the app, by another word of the term', async () => {
    const page = await person(signInCustomer(app.url));
    await page.getByText('Live', { exact: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Search' }).fill('spot market');
    await page.getByRole('option', { name: /^Exchange/ }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Exchange');
  });
});

describe('a word on a card', () => {
  /** The market with one idea of known levels selected. */
  const openMarket = async () => {
    const page = await person(signInCustomer(app.url, { path: `/customer/forex?idea=${idea.id}` }));
    await page.locator('[role=group]:not([aria-hidden]) article[aria-label^="NZD/USD"]').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  };

  it('opens a definition by a press, with the numbers of this idea; Escape, a press elsewhere and Back close it', async () => {
    const page = await openMarket();
    await word(page, 'Risk/reward').click();
    const popup = definition(page, 'Risk/reward');
    await popup.getByText('How much an idea could gain').waitFor();
    await expect
      .poll(() => popup.innerText())
      .toContain('The risk is 0.0087 and the last exit is 0.0218 away, so risk/reward is 1 : 2.5.');
    await expect.poll(() => word(page, 'Risk/reward').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await expect
      .poll(() => word(page, 'Risk/reward').evaluate((it) => it === document.activeElement))
      .toBe(true);
    await word(page, 'Invalidation').click();
    await definition(page, 'Invalidation level')
      .getByText('Here it is 1.0755, 0.0087 from entry 1.')
      .waitFor();
    await page.getByRole('heading', { name: 'Forex', exact: true }).click();
    await definition(page, 'Invalidation level').waitFor({ state: 'detached' });
    await word(page, 'Entry 2').click();
    await definition(page, 'Second entry').waitFor();
    await page.goBack();
    await definition(page, 'Second entry').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/customer/forex');
  });

  it('explains every R with the plan of this idea, with one tab stop for all of them', async () => {
    const page = await openMarket();
    const numbers = selectedCard(page)
      .locator('figure')
      .getByRole('button', { name: /^[−\d.]+R$/ });
    await expect.poll(() => numbers.allInnerTexts()).toEqual(['2.5R', '1.6R', '0.9R', '−1R']);
    const tabStops = numbers.evaluateAll((words) => words.map((one) => (one as HTMLElement).tabIndex));
    expect(await tabStops).toEqual([0, -1, -1, -1]);
    for (const number of await numbers.all()) {
      const { width, height } = (await number.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      await number.click();
      await definition(page, 'R')
        .getByText('1R is 1.0842 − 1.0755 = 0.0087. Exit 1 at 1.0921 is 0.9R')
        .waitFor();
      await page.keyboard.press('Escape');
      await definition(page, 'R').waitFor({ state: 'detached' });
    }
  });

  it('previews a definition by hover, and keeps it while the pointer is on it', async () => {
    const page = await openMarket();
    await word(page, 'Entry 1').hover();
    const popup = definition(page, 'Entry');
    await popup.getByText('Entry 1 is 1.0842 here.').waitFor();
    await popup.getByText('More in the glossary').hover();
    // Longer than a preview stays without the pointer.
    await page.waitForTimeout(600);
    await expect.poll(() => popup.isVisible()).toBe(true);
    await page.mouse.move(2, 2);
    await popup.waitFor({ state: 'detached' });
    // Escape ends a preview while the pointer stays.
    await word(page, 'Entry 1').hover();
    await popup.waitFor();
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
  });

  it('keeps the keys of the carousel under a preview', async () => {
    const page = await openMarket();
    const pair = () => selectedCard(page).getAttribute('aria-label');
    const before = await pair();
    await word(page, 'Entry 1').hover();
    await definition(page, 'Entry').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(pair).not.toBe(before);
  });

  it('previews a definition by focus, leads to its link by Enter and back by Escape', async () => {
    const page = await openMarket();
    const { tabTo, press, expectFocus } = createKeyboard(page);
    await tabTo(word(page, 'Exit 1'));
    const popup = definition(page, 'Exit');
    await popup.getByText('exit 1 at 1.0921 is 0.9R').waitFor();
    // The preview is no trap: Tab goes on to the words after it, and back.
    await press('Tab');
    await expectFocus(word(page, 'Entry 1'));
    await definition(page, 'Entry').waitFor();
    await press('Shift+Tab');
    await expectFocus(word(page, 'Exit 1'));
    await popup.waitFor();
    await press('Escape');
    await popup.waitFor({ state: 'detached' });
    await expectFocus(word(page, 'Exit 1'));
    await press('Enter');
    await popup.waitFor();
    await expect.poll(() => isFocusIn(page, '[role=dialog]')).toBe(true);
    await press('Tab');
    await expectFocus(popup.getByRole('link', { name: 'More in the glossary' }));
    await press('Escape');
    await expectFocus(word(page, 'Exit 1'));
    await press('Enter');
    await expect.poll(() => isFocusIn(page, '[role=dialog]')).toBe(true);
    await press('Tab', 'Tab');
    await expectFocus(word(page, 'Entry 1'));
    await press('Shift+Tab', 'Enter');
    await expect.poll(() => isFocusIn(page, '[role=dialog]')).toBe(true);
    await press('Tab', 'Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Exit');
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/learn/glossary#exit');
  });

  it('opens a definition above the details, and Escape closes only the definition', async () => {
    const page = await openMarket();
    await selectedCard(page).getByRole('button', { name: 'Details' }).click();
    const detail = page.getByRole('dialog', { name: 'NZD/USD' });
    await detail.getByRole('button', { name: 'Invalidation', exact: true }).click();
    await definition(page, 'Invalidation level').getByText('Here it is 1.0755').waitFor();
    await page.keyboard.press('Escape');
    await definition(page, 'Invalidation level').waitFor({ state: 'detached' });
    await expect.poll(() => detail.isVisible()).toBe(true);
  });

  it('shows no WCAG violation with an open definition, in either theme', async () => {
    const page = await openMarket();
    await word(page, 'Risk/reward').click();
    await definition(page, 'Risk/reward').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await chooseTheme(page, 'light');
    await definition(page, 'Risk/reward').waitFor();
    expect(await findColourViolations(page)).toEqual([]);
  });
});

describe('the tour', () => {
  const tour = (page: Page) => page.getByRole('region', { name: 'First steps' });
  const press = (page: Page, name: string) => tour(page).getByRole('button', { name }).click();

  it('shows a new customer a real card in four steps, once', async () => {
    const page = await person(signInCustomer(app.url, { path: '/customer/forex', isFirstVisit: true }));
    const heading = tour(page).getByRole('heading');
    await expect.poll(() => heading.innerText()).toBe('The ladder');
    await expect.poll(() => selectedCard(page).locator('figure[data-tour]').count()).toBe(1);
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
    for (const title of ['Entries, invalidation, exits', 'What R means', 'Details, and the close']) {
      await press(page, 'Next');
      await expect.poll(() => heading.innerText()).toBe(title);
    }
    await expect.poll(() => selectedCard(page).locator('button[data-tour]').innerText()).toContain('Details');
    await press(page, 'Back');
    await expect.poll(() => heading.innerText()).toBe('What R means');
    await press(page, 'Next');
    await press(page, 'Done');
    await tour(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('[data-tour]').count()).toBe(0);
  });

  it('moves the tour to the next card with the reader, and stays below an open menu on a phone', async () => {
    const viewport = { width: 360, height: 800 };
    const page = await person(
      signInCustomer(app.url, { path: '/customer/forex', isFirstVisit: true, viewport }),
    );
    await tour(page).waitFor();
    const first = await selectedCard(page).getAttribute('aria-label');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => selectedCard(page).getAttribute('aria-label')).not.toBe(first);
    await selectedCard(page).locator('figure[data-tour]').waitFor();
    await expect.poll(() => page.locator('[data-tour]').count()).toBe(1);
    await tour(page).waitFor();

    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem').first().waitFor();
    // The menu and the tour may still be moving.
    const getCovered = () =>
      page.getByRole('menuitem').evaluateAll((items) =>
        items.flatMap((item) => {
          const { left, top, width, height } = item.getBoundingClientRect();
          const above = document.elementFromPoint(left + width / 2, top + height / 2);
          return item.contains(above) ? [] : [item.textContent];
        }),
      );
    await expect.poll(getCovered).toEqual([]);
  });

  it('skips the tour by button and by Escape, and does not show it again', async () => {
    const page = await person(signInCustomer(app.url, { path: '/customer/forex', isFirstVisit: true }));
    await press(page, 'Skip');
    await tour(page).waitFor({ state: 'detached' });
    await page.goto('/learn');
    await page.getByRole('button', { name: 'Show the tour again' }).click();
    await tour(page).waitFor();
    await page.keyboard.press('Escape');
    await tour(page).waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('tour:'))),
      )
      .toEqual([[expect.stringMatching(/^tour:/), 'seen']]);
  });

  it('does not show the tour on a second device of the same account', async () => {
    const first = await person(signInCustomer(app.url, { path: '/customer/forex', isFirstVisit: true }));
    await tour(first).waitFor();
    await expect
      .poll(async () => (await app.database.pool.query('select from reading_states')).rowCount)
      .toBe(1);
    const second = await person(
      signInCustomer(app.url, { path: '/customer/forex', isFirstVisit: true, keepsReading: true }),
    );
    await selectedCard(second).waitFor();
    await second.getByText('Live', { exact: true }).waitFor();
    const stored = () =>
      second.evaluate(() => Object.keys(localStorage).filter((name) => /^tour:|^seenTrade/.test(name)));
    await expect.poll(stored).toEqual([expect.stringMatching(/^seenTradeIdeas:/)]);
  });

  it('leads from the learning page to every other page about learning', async () => {
    const page = await person(signInCustomer(app.url));
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await page.getByRole('heading', { name: 'Learn', level: 1 }).waitFor();
    const links = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual([
      '/customer/dashboard',
      '/learn/glossary',
      '/customer/videos',
      '/learn/lessons',
      '/learn/practice',
    ]);
  });

  it('shows the tour again to an educator from the learning page in the account menu', async () => {
    const page = await person(signInEducator(app.url));
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Learn' }).click();
    await page.getByRole('heading', { name: 'Learn', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Show the tour again' }).click();
    await tour(page).waitFor();
  });

  it('shows no WCAG violation in the tour, in either theme', async () => {
    const page = await person(signInCustomer(app.url, { path: '/customer/forex', isFirstVisit: true }));
    await tour(page).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await chooseTheme(page, 'light');
    expect(await findColourViolations(page)).toEqual([]);
  });
});
