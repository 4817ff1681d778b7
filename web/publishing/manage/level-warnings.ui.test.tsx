import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { findViolationsInBothThemes } from '../../testing/axe.ts';
import { openDashboard, ownCard, storedIdea } from '../../testing/educator-form.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, type, use } from '../../testing/keyboard.ts';
import { educator, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, readTexts } from '../../testing/page.ts';

/** A level that is changed in place asks about the warnings it adds, as the form does. */
let ideas: FakeIdeas;
let idea: TradeIdea;
const NOTES = 'asked on the card';
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
  idea = ideas.publish({ ...storedIdea, notes: NOTES });
});

const stored = () => ideas.rows.get(idea.id);
const check = () => page.getByRole('alertdialog', { name: 'Check before saving' });
const answer = (name: string) => check().getByRole('button', { name });
const warnings = () => readTexts(check().getByRole('list', { name: 'Warnings' }).getByRole('listitem'));
const opener = (card: Locator, level: string) =>
  card.getByRole('button', { name: new RegExp(`^${level} \\S+ Edit$`) });
const changeInPlace = async (card: Locator, level: string, field: string, price: string) => {
  await opener(card, level).click();
  await card.getByRole('textbox', { name: field, exact: true }).fill(price);
  await press('Enter');
};

describe('a change in place that adds a warning', () => {
  it('is not saved before the answer, and stays typed, by keyboard alone', async () => {
    await openDashboard();
    const card = ownCard(NOTES);
    const field = card.getByRole('textbox', { name: 'Invalidation level' });
    await use(opener(card, 'Invalidation'));
    await expectFocus(field);
    await type('1.2800');
    await press('Enter');
    await expectShown(check());
    expect(warnings()).toEqual(['Invalidation is on the profit side of entry 1.']);
    await expectShown(check().getByText('1.2648', { exact: true }));
    await expectShown(check().getByText('1.2800', { exact: true }));
    await press('Escape');
    await expectGone(check());
    await expectFocus(field);
    await expect.element(field).toHaveValue('1.2800');
    await press('Enter');
    await use(answer('Cancel'));
    await expectGone(check());
    await expectFocus(field);
    expect(stored()).toEqual(idea);
  });

  it('is saved after it', async () => {
    await openDashboard();
    const card = ownCard(NOTES);
    await changeInPlace(card, 'Invalidation', 'Invalidation level', '1.2800');
    await expectShown(check());
    expect(await findViolationsInBothThemes()).toEqual([]);
    await use(answer('Save anyway'));
    await expectShown(page.getByText('Trade idea updated', { exact: true }));
    await expectGone(check());
    await expectFocus(opener(card, 'Invalidation'));
    expect(stored()).toMatchObject({ invalidation_level: '1.2800', version: 2 });
  });
});

it('asks about the warning in My Trade Ideas too, where the card is a dialog', async () => {
  await openApp('/educator/ideas', { as: educator });
  await page.getByRole('button', { name: 'GBP/USD', exact: true }).first().click();
  const card = page.getByRole('dialog', { name: 'Trade idea' }).getByRole('article');
  await changeInPlace(card, 'Exit 1', 'Exit 1', '1.2715');
  await expectShown(check());
  expect(warnings()).toEqual(['The last exit is worth less than 1R.']);
  await answer('Save anyway').click();
  await expectShown(opener(card, 'Exit 1').filter({ hasText: '1.2715' }));
  expect(stored()).toMatchObject({ exit_1: '1.2715' });
});

describe('a change in place that adds no warning', () => {
  it('is saved at once', async () => {
    await openDashboard();
    await changeInPlace(ownCard(NOTES), 'Exit 1', 'Exit 1', '1.2800');
    await expectShown(page.getByText('Trade idea updated', { exact: true }));
    expect(stored()?.exit_1).toBe('1.2800');
    await expectGone(check());
  });

  it('is saved at once also when the idea has warnings already', async () => {
    ideas.change(idea.id, { invalidation_level: '1.2900' });
    await openDashboard();
    await changeInPlace(ownCard(NOTES), 'Exit 1', 'Exit 1', '1.2810');
    await expectShown(page.getByText('Trade idea updated', { exact: true }));
    expect(stored()?.exit_1).toBe('1.2810');
    await expectGone(check());
  });
});
