import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { NewIdeaInput } from '../../../contract/publishing/idea-writing.ts';
import { changeConfig } from '../../testing/basic-answers.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { desktop, openApp, phone, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectNoOverflow, expectShown, measure } from '../../testing/page.ts';
import { skipTimers } from '../../testing/timers.ts';

changeConfig({ prices: true });

let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 14, 3) });
});

const ladder = page.getByRole('figure');
const mark = page.getByCss('[data-price]');
const colour = () => getComputedStyle(mark.element()).backgroundColor;
const text = (words: string) => page.getByText(words, { exact: true });
const send = (prices: Record<string, string>) =>
  server().send(
    'prices',
    Object.fromEntries(
      Object.entries(prices).map(([pair, price]) => [
        pair,
        { price, at: new Date(2026, 10, 20, 14, 2).getTime(), source: 'Kraken' },
      ]),
    ),
  );
const openIdea = async (input: Partial<NewIdeaInput> = {}, size = desktop) => {
  const { id } = ideas.publish({ pair: 'EUR/USD', ...input });
  await openApp('/customer/forex', { size });
  await expectShown(ladder);
  await expectLive();
  await document.fonts.ready;
  return id;
};

it('marks the price to scale and says how far it is, without a change of the height (§2.103)', async () => {
  await openIdea();
  const { height } = measure(ladder);
  expect(mark.query()).toBeNull();
  send({ 'EUR/USD': '1.0881', 'GBP/USD': '1.2' });
  await expectShown(text('Price 1.0881 · 14:02 · Kraken'));
  await expectShown(text('0.4R above entry\u00a01, 1.4R above invalidation'));
  await expect.element(mark).toHaveAttribute('data-price', 'within');
  const prices = ladder
    .getByText(/^1\.\d{4}$/)
    .elements()
    .filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const y = (price: string) => {
    const { top, bottom } = prices.find((one) => one.textContent === price)!.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const { top, bottom } = measure(mark);
  const share = (y('1.0842') - (top + bottom) / 2) / (y('1.0842') - y('1.0921'));
  expect(share).toBeCloseTo(39 / 79, 1);
  expect(measure(ladder).height).toBe(height);
  expect(mark.element().closest('[aria-live], [role=status], [role=alert]')).toBeNull();
});

it.each([
  ['above', '1.5'],
  ['below', '0.5'],
])('points beyond the end of the axis to a price %s it', async (beyond, price) => {
  await openIdea();
  send({ 'EUR/USD': price });
  await expect.element(mark).toHaveAttribute('data-price', beyond);
  const [axis, arrow] = [measure(page.getByCss('[data-drawn]')), measure(mark)];
  expect(arrow.top).toBeGreaterThanOrEqual(axis.top);
  expect(arrow.bottom).toBeLessThanOrEqual(axis.bottom);
});

it('becomes grey five minutes later, without an event (§2.103)', async () => {
  skipTimers(10_000);
  await openIdea();
  send({ 'EUR/USD': '1.0881' });
  await expectShown(mark);
  const [before, { height }] = [colour(), measure(ladder)];
  vi.setSystemTime(new Date(2026, 10, 20, 14, 7));
  await expectShown(text('Price 1.0881 · 14:02 · Kraken'));
  expect(colour()).toBe(before);
  vi.setSystemTime(new Date(2026, 10, 20, 14, 7, 1));
  await expect.poll(colour).not.toBe(before);
  expect(measure(ladder).height).toBe(height);
});

it('is absent for a pair without a price, and for an idea that was closed', async () => {
  const id = await openIdea();
  send({ 'GBP/USD': '1.2' });
  send({ 'EUR/USD': '1.0881' });
  await expectShown(mark);
  send({ 'GBP/USD': '1.2' });
  await expectGone(mark);
  await expect.element(page.getByText('Kraken')).not.toBeInTheDocument();
  send({ 'EUR/USD': '1.0881' });
  await expectShown(mark);
  ideas.change(id, { status: 'invalid' });
  await expectGone(mark);
});

it.each([
  ['BTC/USD', { entry_1: '64250.5', invalidation_level: '62900', exit_1: '67000' }, '64850.25'],
  [
    'SHIB/USDT',
    { entry_1: '0.00000812', invalidation_level: '0.00000790', exit_1: '0.00000861' },
    '0.00000834',
  ],
])('keeps the height of a card on a phone: %s', async (pair, levels, price) => {
  await openIdea({ pair, ...levels, entry_2: null, exit_2: null, exit_3: null }, phone);
  const { height } = measure(ladder);
  send({ [pair]: price });
  await expectShown(text(`Price ${price} · 14:02 · Kraken`));
  expect(measure(ladder).height).toBe(height);
  await expectNoOverflow();
});
