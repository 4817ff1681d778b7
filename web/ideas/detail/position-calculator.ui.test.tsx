import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press, tabTo, type } from '../../testing/keyboard.ts';
import { openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectLive, expectShown } from '../../testing/page.ts';

/** SPEC §9: how much to trade for a given risk. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
});

const calculator = () => page.getByRole('region', { name: 'Position size' });
const field = (name: string) => calculator().getByRole('textbox', { name });
const text = (shown: string) => calculator().getByText(shown, { exact: true });
const open = async (levels: { entry_1: string; invalidation_level: string }) => {
  const { id } = ideas.publish({ pair: 'EUR/USD', ...levels });
  await openApp(`/ideas/${id}`);
  await expectShown(calculator());
  await expectLive();
  return id;
};

it('starts with the levels of the idea, asks what an unclear number means, and says what it read', async () => {
  await open({ entry_1: '1.0842', invalidation_level: '1.0750' });
  await expect.element(field('Entry')).toHaveValue('1.0842');
  await expect.element(field('Stop')).toHaveValue('1.0750');
  await expectShown(calculator().getByText(/For learning only, not advice/));
  await field('Account size').fill('10,000');
  await expectShown(text('Which number do you mean?'));
  await expectShown(calculator().getByRole('button', { name: '$10', exact: true }));
  await calculator().getByRole('button', { name: '$10,000', exact: true }).click();
  await expect.element(field('Account size')).toHaveFocus();
  await expectShown(calculator().getByText('Read as $10,000'));
  await expectShown(text('10,869'));
  await expectShown(text('100.00 USD'));
});

it('reports invalid numbers, and stores account and risk', async () => {
  await open({ entry_1: '1.0842', invalidation_level: '1.0750' });
  await field('Account size').fill('10000');
  await field('Risk per trade (%)').fill('a lot');
  await expectShown(text('Enter a percentage from 0 to 100, e.g. 1'));
  await expectShown(text('Complete the fields above to see the position size.'));
  await expect.element(field('Account size')).toHaveValue('10000');
  await field('Risk per trade (%)').fill('0,5');
  await expectShown(text('50.00 USD'));
  reloadApp();
  await expectShown(text('50.00 USD'));
  await expect.element(field('Account size')).toHaveValue('10000');
  await expect.element(field('Risk per trade (%)')).toHaveValue('0,5');
});

it('computes with the levels as they are now, unless one was typed', async () => {
  const id = await open({ entry_1: '1.0842', invalidation_level: '1.0800' });
  await field('Account size').fill('10000');
  await field('Risk per trade').fill('1');
  await expectShown(text('23,809'));
  ideas.change(id, { invalidation_level: '1.0642' });
  await expectShown(text('5,000'));
  await field('Entry').fill('1.0742');
  ideas.change(id, { invalidation_level: '1.0542' });
  await expect.element(field('Stop')).toHaveValue('1.0542');
  await expect.element(field('Entry')).toHaveValue('1.0742');
  await expectShown(text('5,000'));
});

it('computes with the keyboard alone', async () => {
  await open({ entry_1: '1.0842', invalidation_level: '1.0740' });
  for (const [name, value] of [
    ['Account size', '1000'],
    ['Risk per trade (%)', '1'],
    ['Stop', '1.0742'],
  ] as const) {
    await tabTo(field(name));
    await press('Control+a');
    await type(value);
  }
  await expectShown(text('10.00 USD'));
  await expectShown(text('1,000'));
});

it('gives lots for Forex, of a size that can be changed, and units for Crypto', async () => {
  await open({ entry_1: '1.0842', invalidation_level: '1.0750' });
  await field('Account size').fill('50000');
  await field('Risk per trade (%)').fill('1');
  await expect.element(field('Contract size')).toHaveValue('100000');
  await expectShown(text('Standard lots'));
  await expectShown(text('0.54'));
  await expectShown(text('5.4 / 54'));
  await expectShown(text('54,347'));
  await field('Contract size').fill('10000');
  await expectShown(text('5.43'));
  const { id } = ideas.publish({ pair: 'BTC/USD', market_type: 'Crypto' });
  await openApp(`/ideas/${id}`);
  await expectShown(text('Position size (units)'));
  await expect.element(field('Contract size')).not.toBeInTheDocument();
});
