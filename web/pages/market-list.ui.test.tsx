import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { expectFocus, press, tabTo } from '../testing/keyboard.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure, readTexts } from '../testing/page.ts';

/** A market on a wide screen: all ideas beside the selected one. */
let ideas: FakeIdeas;
beforeEach(() => {
  const pairs = ['EUR/USD', 'GBP/JPY', 'XAU/USD', 'AUD/CAD', 'GBP/USD'];
  ideas = new FakeIdeas(
    server(),
    pairs.map((pair, index) => ({
      pair,
      created_at: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
    })),
  );
});

const list = () => page.getByRole('list', { name: 'Forex trade ideas' });
const entries = () => list().getByRole('button');
const selected = () => list().getByCss('[aria-current]');
const expectCount = (count: number) => expect.poll(() => entries().elements().length).toBe(count);
const open = async (path = '/customer/forex') => {
  await openApp(path, { size: { width: 1920, height: 1080 } });
  await expectLive();
  await expectShown(list());
};
const title = () => page.getByRole('article').getByRole('heading', { level: 2 });
const expectTitle = (pair: string) => expect.element(title()).toHaveTextContent(pair);

it('shows every idea and the selected one in full, without an accessibility violation (§2.51)', async () => {
  await open();
  await expectCount(5);
  await expect
    .poll(() => readTexts(entries())[0]?.replace(/\s+/g, ' '))
    .toMatch(/^EUR\/USD Bullish 2\.5R Maya Okafor .* ago$/);
  await expectTitle('EUR/USD');
  await expectShown(page.getByRole('region', { name: 'Levels' }).getByText('1.1062'));
  await expectShown(page.getByRole('region', { name: 'Position size' }));
  expect(measure(page.getByRole('article')).right).toBeGreaterThan(1_700);
  expect(await findViolationsInBothThemes()).toEqual([]);
});

const followAndReturn = async () => {
  await page.getByRole('link', { name: 'Leverage', exact: true }).click();
  // Enter is the link's while the link has the focus, which the new page takes after the address has changed.
  await expect.poll(() => document.activeElement?.textContent).toBe('Leverage Ideas History');
  history.back();
  await expectShown(list());
};

it('shows the selected idea again after Back, and Enter opens its details', async () => {
  await open();
  await entries().nth(2).click();
  await expectTitle('XAU/USD');
  await followAndReturn();
  await expectTitle('XAU/USD');
  await press('Enter');
  await expectShown(page.getByRole('dialog', { name: 'XAU/USD' }));
});

it('moves by click and arrow keys, and wraps around', async () => {
  await open();
  await entries().nth(2).click();
  await expectTitle('XAU/USD');
  for (const [key, pair] of [
    ['ArrowRight', 'AUD/CAD'],
    ['ArrowLeft', 'XAU/USD'],
    ['ArrowLeft', 'GBP/JPY'],
    ['ArrowLeft', 'EUR/USD'],
    ['ArrowLeft', 'GBP/USD'],
    ['ArrowRight', 'EUR/USD'],
  ] as const) {
    await press(key);
    await expectTitle(pair);
  }
});

it('moves the focus of the selected entry with the arrow keys', async () => {
  await open();
  await tabTo(selected());
  await press('ArrowDown');
  await expectTitle('GBP/JPY');
  await expectFocus(selected());
  await press('ArrowUp');
  await expectTitle('EUR/USD');
  await expectFocus(selected());
});

it('does not move while somebody types', async () => {
  await open();
  const account = page.getByRole('textbox', { name: 'Account size' });
  await account.fill('1');
  await press('ArrowLeft', '2', 'ArrowRight');
  await expect.element(account).toHaveValue('21');
  await expectTitle('EUR/USD');
});

it('marks a new idea until it is selected', async () => {
  await open();
  await expectTitle('EUR/USD');
  ideas.publish({ pair: 'EUR/SEK' });
  const mark = entries().first().getByText('New', { exact: true });
  const count = page.getByRole('main').getByText('1 new idea');
  await expectShown(mark);
  await expectTitle('EUR/USD');
  await expectShown(count);
  await entries().first().click();
  await expectTitle('EUR/SEK');
  await expectGone(mark);
  await expectGone(count);
});

it('keeps a closed idea while it is read', async () => {
  const { id } = ideas.publish({ pair: 'EUR/SEK' });
  await open();
  await expectTitle('EUR/SEK');
  ideas.change(id, { status: 'successful', result_level: 'exit_1' });
  await expectShown(page.getByText('This idea was closed. It stays here until you move on.'));
  await expectCount(6);
  await press('ArrowRight');
  await expectTitle('EUR/USD');
  await expectCount(5);
});

it('selects the first idea that matches a filter', async () => {
  ideas.publish({ pair: 'GBP/SEK', order_type: 'BUY', time_frame: '2H' });
  ideas.publish({ pair: 'EUR/NOK', order_type: 'SELL' });
  await open();
  await entries().nth(1).click();
  await expectTitle('GBP/SEK');
  await page.getByRole('combobox', { name: 'Direction' }).selectOptions('Bearish');
  await expectTitle('EUR/NOK');
  await expectCount(1);
  await expectGone(entries().filter({ hasText: 'Bullish' }));
  await page.getByRole('combobox', { name: 'Time frame' }).selectOptions('2H');
  await expectShown(page.getByRole('heading', { name: 'No ideas match these filters.' }));
});
