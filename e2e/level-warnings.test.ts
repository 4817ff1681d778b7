import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import { selectIdeasByNotes, setUpDashboard, setup, validIdea } from './educator-dashboard.ts';
import { createKeyboard } from './keyboard.ts';
import { chooseTheme } from './theme.ts';

/** A level that is changed in place asks about the warnings it adds, as the form does. */
setUpDashboard();

const WRONG_SIDE = 'Invalidation is on the profit side of entry 1.';
const check = () => setup.page.getByRole('dialog', { name: 'Check before saving' });
const warnings = () => check().getByRole('list', { name: 'Warnings' }).getByRole('listitem').allInnerTexts();
const opener = (card: Locator, level: string) =>
  card.getByRole('button', { name: new RegExp(`^${level} \\S+ Edit$`) });
const select = async (notes: string) => (await selectIdeasByNotes(notes))[0];

const changeInPlace = async (card: Locator, level: string, field: string, price: string) => {
  await opener(card, level).click();
  await card.getByRole('textbox', { name: field, exact: true }).fill(price);
  await card.getByRole('textbox', { name: field, exact: true }).press('Enter');
};

describe('a change in place that adds a warning', () => {
  it('saves a change that adds a warning only after the answer, by keyboard alone', async () => {
    const { page, dashboard } = setup;
    const keys = createKeyboard(page);
    const notes = 'asked on the card';
    await dashboard.publish(notes);
    const card = dashboard.own(notes);
    const field = card.getByRole('textbox', { name: 'Invalidation level' });

    await keys.use(opener(card, 'Invalidation'));
    await keys.expectFocus(field);
    await keys.type('1.2800');
    await keys.press('Enter');
    await check().waitFor();
    await expect.poll(() => warnings()).toEqual([WRONG_SIDE]);
    await check().getByText('1.2648', { exact: true }).waitFor();
    await check().getByText('1.2800', { exact: true }).waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await chooseTheme(page, theme);
      expect(await findViolations(page)).toEqual([]);
    }
    await expect.poll(() => select(notes)).toMatchObject({ invalidation_level: '1.2648', version: 1 });

    await keys.press('Escape');
    await check().waitFor({ state: 'detached' });
    await keys.expectFocus(field);
    await expect.poll(() => field.inputValue()).toBe('1.2800');
    await keys.press('Enter');
    await keys.use(check().getByRole('button', { name: 'Keep editing' }));
    await check().waitFor({ state: 'detached' });
    await keys.expectFocus(field);
    await expect.poll(() => select(notes)).toMatchObject({ invalidation_level: '1.2648', version: 1 });

    await keys.press('Enter');
    await keys.use(check().getByRole('button', { name: 'Save anyway' }));
    await page.getByText('Trade idea updated', { exact: true }).waitFor();
    await check().waitFor({ state: 'detached' });
    await keys.expectFocus(opener(card, 'Invalidation'));
    await expect.poll(() => select(notes)).toMatchObject({ invalidation_level: '1.2800', version: 2 });
  });

  it('asks about the warning in My Trade Ideas too, where the card is a dialog', async () => {
    const { page, dashboard } = setup;
    const notes = 'asked in the list';
    await dashboard.publish(notes);
    await page.goto('/educator/ideas');
    await page.getByRole('button', { name: validIdea.Pair, exact: true }).first().click();
    const card = page.getByRole('dialog', { name: 'Trade idea' }).getByRole('article');
    await changeInPlace(card, 'Exit 1', 'Exit 1', '1.2715');
    await check().waitFor();
    await expect.poll(() => warnings()).toEqual(['The last exit is worth less than 1R.']);
    await check().getByRole('button', { name: 'Save anyway' }).click();
    await opener(card, 'Exit 1').filter({ hasText: '1.2715' }).waitFor();
    await expect.poll(() => select(notes)).toMatchObject({ exit_1: '1.2715' });
  });
});

describe('a change in place that adds no warning', () => {
  it('saves a change without a new warning at once, also when the idea has warnings already', async () => {
    const { dashboard } = setup;
    const notes = 'not asked again';
    await dashboard.publish(notes);
    const card = dashboard.own(notes);
    await changeInPlace(card, 'Exit 1', 'Exit 1', '1.2800');
    await expect.poll(async () => (await select(notes))?.exit_1).toBe('1.2800');
    await changeInPlace(card, 'Invalidation', 'Invalidation level', '1.2900');
    await check().getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(async () => (await select(notes))?.invalidation_level).toBe('1.2900');
    await opener(card, 'Exit 1').waitFor();
    await changeInPlace(card, 'Exit 1', 'Exit 1', '1.2810');
    await expect.poll(async () => (await select(notes))?.exit_1).toBe('1.2810');
    await expect.poll(() => check().count()).toBe(0);
  });
});

it('asks first about an edit in the form that adds a warning about the market', async () => {
  const { dashboard, page } = setup;
  const notes = 'moved to another market';
  await dashboard.publish(notes);
  await dashboard.own(notes).getByRole('button', { name: 'Edit', exact: true }).click();
  await dashboard.form().getByRole('radio', { name: 'Crypto' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await check().waitFor();
  await expect.poll(() => warnings()).toEqual(['GBP/USD looks like Forex, but Market is set to Crypto.']);
  await check().getByRole('button', { name: 'Back to the form' }).click();
  await expect.poll(() => select(notes)).toMatchObject({ market_type: 'Forex' });
});
