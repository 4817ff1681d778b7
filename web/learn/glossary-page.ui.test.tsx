import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { watchCopying } from '../testing/clipboard.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press } from '../testing/keyboard.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectLive, expectShown, measure, readTexts } from '../testing/page.ts';

const terms = () => page.getByRole('article').getByRole('heading', { level: 2 });
const term = (name: string) => page.getByRole('article', { name, exact: true });
const search = () => page.getByLabelText('Search the glossary');
const expectFocusedTerm = (name: string) => expect.poll(() => document.activeElement?.textContent).toBe(name);

it('opens to everybody, and filters by titles and other words as the reader types', async () => {
  await openApp('/learn/glossary', { as: null });
  await expectShown(page.getByRole('heading', { name: 'Glossary', level: 1 }));
  await search().fill('take profit');
  await expect.poll(() => readTexts(terms())).toEqual(['Exit']);
  await search().fill('risk');
  await expect.poll(() => readTexts(terms())[0]).toBe('Risk');
  await search().fill('nothing like this');
  await expectShown(page.getByRole('heading', { name: 'Nothing found for “nothing like this”' }));
  await page.getByRole('button', { name: 'Show all terms' }).click();
  await expectShown(page.getByText('59 terms'));
  const titles = readTexts(terms());
  expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')));
});

it('scrolls to the term of the address and focuses it, also on the next one', async () => {
  await openApp('/learn/glossary#position-size', { as: null });
  await expectFocusedTerm('Position size');
  const { y } = measure(term('Position size'));
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y).toBeLessThan(200);
  await term('Position size').getByRole('link', { name: 'Account risk' }).click();
  await expectFocusedTerm('Account risk');
  expect(location.hash).toBe('#account-risk');
  history.back();
  await expectFocusedTerm('Position size');
});

it('shows a linked term that the search had hidden', async () => {
  await openApp('/learn/glossary', { as: null });
  await search().fill('win rate');
  await term('Win rate').getByRole('link', { name: 'Base rate' }).click();
  await expectFocusedTerm('Base rate');
  await expect.element(search()).toHaveValue('');
});

it('copies the link to a term', async () => {
  await openApp('/learn/glossary', { as: null });
  const copied = watchCopying();
  await page.getByRole('button', { name: 'Copy link to Drawdown', exact: true }).click();
  await expect.poll(copied).toBe(`${location.origin}/learn/glossary#drawdown`);
});

it('finds terms in the search of the app, by another word of the term', async () => {
  new FakeIdeas(server());
  await openApp('/customer/dashboard');
  await expectLive();
  await press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('spot market');
  await page.getByRole('option', { name: /^Exchange/ }).click();
  await expectFocusedTerm('Exchange');
});
