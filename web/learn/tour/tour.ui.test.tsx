import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getReadingState } from '../../../contract/ideas/reading.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { findViolationsInBothThemes } from '../../testing/axe.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press } from '../../testing/keyboard.ts';
import { customer, educator, openApp, phone, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';

/** The tour of a first visit, and the page about learning that shows it again. */
beforeEach(() => {
  new FakeIdeas(server(), [{ pair: 'EUR/USD' }, { pair: 'EUR/GBP' }]);
  // The account has opened no market on any device.
  server().on(getReadingState, () => ({ markets: [], ideas: [], rooms: [] }));
});

const tour = () => page.getByRole('region', { name: 'First steps' });
const pressIn = (name: string) => tour().getByRole('button', { name }).click();
const card = () => page.getByCss('[role=group]:not([aria-hidden]) article');
const marked = () => document.querySelectorAll('[data-tour]').length;
const openFirstMarket = (size?: { width: number; height: number }) =>
  openApp('/customer/forex', { isFirstVisit: true, ...(size && { size }) });
const tourMark = () => localStorage.getItem(storageKeys.tour(customer.id).name);

it('shows a new customer a real card in four steps, once', async () => {
  await openFirstMarket();
  const heading = tour().getByRole('heading');
  await expect.element(heading).toHaveTextContent('The ladder');
  await expectShown(card().getByCss('figure[data-tour]'));
  expect(document.activeElement).toBe(document.body);
  for (const title of ['Entries, invalidation, exits', 'What R means', 'Details, and the close']) {
    await pressIn('Next');
    await expect.element(heading).toHaveTextContent(title);
  }
  await expect.element(card().getByCss('button[data-tour]')).toHaveTextContent('Details');
  await pressIn('Back');
  await expect.element(heading).toHaveTextContent('What R means');
  await pressIn('Next');
  await pressIn('Done');
  await expectGone(tour());
  expect(marked()).toBe(0);
  expect(tourMark()).toBe('seen');
});

it('moves to the next card with the reader, and stays below an open menu on a phone', async () => {
  await openFirstMarket(phone);
  await expectShown(tour());
  await expect.element(card()).toHaveAttribute('aria-label', expect.stringMatching(/^EUR\/GBP/));
  await press('ArrowRight');
  await expect.element(card()).toHaveAttribute('aria-label', expect.stringMatching(/^EUR\/USD/));
  await expectShown(card().getByCss('figure[data-tour]'));
  expect(marked()).toBe(1);
  await expectShown(tour());

  await page.getByRole('button', { name: 'Your account' }).click();
  await expectShown(page.getByRole('menuitem').first());
  // The menu and the tour may still be moving.
  const findCovered = () =>
    page
      .getByRole('menuitem')
      .elements()
      .flatMap((item) => {
        const { left, top, width, height } = item.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return item.contains(above) ? [] : [item.textContent];
      });
  await expect.poll(findCovered).toEqual([]);
});

it('is skipped by button and by Escape, and does not come again', async () => {
  await openFirstMarket();
  await pressIn('Skip');
  await expectGone(tour());
  expect(tourMark()).toBe('seen');
  await openApp('/learn');
  await page.getByRole('button', { name: 'Show the tour again' }).click();
  await expectShown(tour());
  // Under the mouse the definition of a word may have opened, which Escape ends first.
  await expect
    .poll(async () => {
      await press('Escape');
      return tour().elements().length;
    })
    .toBe(0);
  expect(tourMark()).toBe('seen');
  await openApp('/customer/forex', { isFirstVisit: true });
  await expectShown(card());
  await expectGone(tour());
});

it('leads from the learning page to every other page about learning', async () => {
  await openApp('/customer/dashboard');
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await expectShown(page.getByRole('heading', { name: 'Learn', level: 1 }));
  const links = page.getByRole('main').getByRole('link');
  await expect
    .poll(() => links.elements().map((link) => link.getAttribute('href')))
    .toEqual([
      '/customer/dashboard',
      '/learn/glossary',
      '/customer/videos',
      '/learn/lessons',
      '/learn/practice',
    ]);
});

it('is shown again to an educator from the learning page in the account menu', async () => {
  await openApp('/educator/dashboard', { as: educator });
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Learn' }).click();
  await expectShown(page.getByRole('heading', { name: 'Learn', level: 1 }));
  await page.getByRole('button', { name: 'Show the tour again' }).click();
  await expectShown(tour());
});

it('shows no WCAG violation, in either theme', async () => {
  await openFirstMarket();
  await expectShown(tour());
  expect(await findViolationsInBothThemes()).toEqual([]);
});
