import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press } from '../../testing/keyboard.ts';
import { openApp, phone, type Size, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure, readTexts } from '../../testing/page.ts';

/** An idea that is closed or deleted while a customer reads its card. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
});

const card = () => page.getByCss('[role=group]:not([aria-hidden]) article');
const cardHeading = (pair: string) => card().getByRole('heading', { name: pair });
const place = () => readTexts(page.getByText(/^\d+ of \d+$/))[0];
const open = async (pair: string, market: string, size?: Size) => {
  await openApp(`/customer/${market}`, size ? { size } : {});
  await expectLive();
  await expectShown(card());
  while (!cardHeading(pair).query()) await press('ArrowRight');
};

it('keeps a closed idea with its result and the lesson when it comes, until the reader moves on', async () => {
  ideas.publish({ pair: 'EUR/USD' });
  const { id } = ideas.publish({ pair: 'NZD/CHF' });
  ideas.publish({ pair: 'GBP/USD' });
  await open('NZD/CHF', 'forex');
  const before = place();
  ideas.change(id, { status: 'successful' });
  await expectShown(card().getByText('This idea was closed. It stays here until you move on.'));
  await expectShown(card().getByText('Successful'));
  ideas.change(id, { result_level: 'exit_1' });
  await expectShown(card().getByText('+0.9R'));
  ideas.change(id, { lesson: 'The second test held.' });
  await expectShown(card().getByText('The second test held.'));
  await expectShown(cardHeading('NZD/CHF'));
  expect(place()).toBe(before);
  expect(location.pathname).toBe('/customer/forex');

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(place).toMatch(/^\d of 2$/);
  await expectGone(page.getByRole('heading', { name: 'NZD/CHF' }));
});

it('leads from the notice to the history the idea went to, and both links fit a phone', async () => {
  const { id } = ideas.publish({ pair: 'NZD/SEK', idea_type: 'Exchange' });
  await open('NZD/SEK', 'forex', phone);
  ideas.change(id, { status: 'successful', result_level: 'exit_1' });
  const toPage = card().getByRole('link', { name: 'Open its page' });
  const toHistory = card().getByRole('link', { name: 'Exchange history' });
  for (const link of [toPage, toHistory]) {
    await expectShown(link);
    expect(measure(link).height).toBeGreaterThanOrEqual(24);
    expect(measure(link).right).toBeLessThanOrEqual(360 - 16);
  }
  await expect.element(toPage).toHaveAttribute('href', `/ideas/${id}`);
  await toHistory.click();
  await expectShown(page.getByRole('article', { name: 'NZD/SEK' }));
  expect(location.pathname).toBe('/customer/forex/exchange');
});

it('keeps the idea when it was the last of its market', async () => {
  const { id } = ideas.publish({ pair: 'DOT/USD', market_type: 'Crypto' });
  await open('DOT/USD', 'crypto');
  ideas.change(id, { status: 'unsuccessful', result_level: 'invalidation_level' });
  await expectShown(card().getByRole('region', { name: 'Result' }).getByText('−1R', { exact: true }));
  await expectShown(cardHeading('DOT/USD'));
});
