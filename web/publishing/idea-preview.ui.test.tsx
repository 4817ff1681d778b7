import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ideaMessage } from '../../contract/notifications/idea-message.ts';
import { createIdea, updateIdea } from '../../contract/publishing/idea-writing.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import {
  expectHeadingInView,
  fillForm,
  ideaForm,
  lineField,
  notesField,
  openDashboard,
  ownCard,
  publishButton,
  storedIdea,
  typedIdea,
} from '../testing/educator-form.ts';
import { NetworkFailure } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { expectFocus, press, type, use } from '../testing/keyboard.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown, readTexts } from '../testing/page.ts';

/** The preview of an idea, and the warnings before it is published. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
});

const published = (notes: string) => [...ideas.rows.values()].filter((idea) => idea.notes?.startsWith(notes));
const dialog = (name: string) => page.getByRole('dialog', { name });
const warnings = (name: string) =>
  readTexts(dialog(name).getByRole('list', { name: 'Warnings' }).getByRole('listitem'));
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The text lines of a card as displayed, without its relative time. */
const readLines = (card: ReturnType<typeof ownCard>) =>
  [...card.element().querySelectorAll('h2, h3, p, dt, dd, button')]
    .filter((element) => element.checkVisibility() && !element.closest('[aria-label="Levels"] button'))
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== '' && !/\b(ago|now|UTC)\b/i.test(text));

describe('the preview', () => {
  it('shows the card and the notification that customers get, and publishes (§2.30)', async () => {
    const notes = 'previewed first\n\nthe chart: https://example.com/chart';
    await openDashboard();
    await fillForm({ ...typedIdea, Notes: notes });
    await button('Preview').click();
    const preview = dialog('Preview');
    const card = preview.getByRole('article');
    await expectShown(card.getByText('previewed first'));
    await expectShown(card.getByText('Daniel Brandt'));
    const shown = readLines(card);
    expect(shown.length).toBeGreaterThan(3);
    const [title, body] = readTexts(preview.getByRole('region', { name: 'Notification' }).getByCss('p'));
    expect(server().callsOf(createIdea)).toEqual([]);

    await preview.getByRole('button', { name: 'Publish idea' }).click();
    await expectShown(ownCard('previewed first'));
    const [idea] = published('previewed first');
    // The server sends the same function of the stored row.
    expect({ title, body }).toEqual({ title: ideaMessage(idea!).title, body: ideaMessage(idea!).body });
    expect(title).toBe('GBP/USD Bullish · Forex Leverage');

    await openApp('/customer/forex');
    const received = page.getByRole('article').filter({ hasText: 'previewed first' });
    await expectShown(received.getByText('Daniel Brandt'));
    expect(readLines(received)).toEqual(expect.arrayContaining(shown));
  });

  it('has no accessibility violations', async () => {
    await openDashboard();
    await fillForm(typedIdea);
    await button('Preview').click();
    await expectShown(dialog('Preview').getByRole('article'));
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('opens only for a complete idea', async () => {
    await openDashboard();
    await fillForm({ ...typedIdea, 'Exit 1': '' });
    await use(button('Preview'));
    await expectShown(ideaForm().getByText('Exit 1 is required'));
    await expectFocus(lineField('Exit 1'));
    await expectGone(page.getByText('Trade Idea Creation Failed'));
    await expectGone(page.getByRole('dialog', { name: 'Preview' }));
  });

  it('leads back to the form with everything typed', async () => {
    await openDashboard();
    await fillForm({ ...typedIdea, Notes: 'back and forth' });
    await use(button('Preview'));
    await use(button('Back to the form'));
    await expectGone(dialog('Preview'));
    await expectFocus(button('Preview'));
    await expect.element(notesField()).toHaveValue('back and forth');
    expect(server().callsOf(createIdea)).toEqual([]);
  });
});

describe('warnings', () => {
  it('shows warnings before publishing, and sends nothing until then (§2.30)', async () => {
    const notes = 'published in spite of warnings';
    await openDashboard();
    await fillForm({ ...typedIdea, 'Exit 1': '1.2730' });
    await ideaForm().getByRole('radio', { name: 'Crypto' }).click();
    // Real keys: after them the browser draws the focus ring.
    await notesField().click();
    await type(notes);
    await press('Control+Enter');
    const check = dialog('Check before publishing');
    await expectShown(check);
    expect(warnings('Check before publishing')).toEqual([
      'GBP/USD looks like Forex, but Market is set to Crypto.',
      'The last exit is worth less than 1R.',
    ]);
    await expectShown(check.getByRole('article'));
    expect(server().callsOf(createIdea)).toEqual([]);
    await use(button('Back to the form'));
    await expectGone(check);
    await expectFocus(ideaForm().getByRole('textbox', { name: 'Notes' }));

    await use(publishButton());
    await use(button('Publish anyway'));
    await expectShown(ownCard(notes));
    await expect.poll(() => document.activeElement?.textContent).toBe('Your ideas');
    await expectHeadingInView(ownCard(notes));
    expect(published(notes)).toHaveLength(1);
  });

  it('offers to turn the direction where every level is on the wrong side', async () => {
    const notes = 'turned before publishing';
    await openDashboard();
    await fillForm({ ...typedIdea, Notes: notes });
    await ideaForm().getByRole('radio', { name: 'Bearish' }).click();
    await publishButton().click();
    await expectShown(dialog('Check before publishing'));
    expect(warnings('Check before publishing')).toEqual([
      'Invalidation is on the profit side of entry 1.',
      'Exit 1 is on the losing side of entry 1.',
    ]);
    await use(button('Make it bullish'));
    const preview = dialog('Preview');
    await expectShown(preview.getByRole('article').getByText('Bullish'));
    await expectGone(preview.getByRole('list', { name: 'Warnings' }));
    await use(preview.getByRole('button', { name: 'Publish idea' }));
    await expectShown(ownCard(notes));
    expect(published(notes)).toMatchObject([{ order_type: 'BUY' }]);
  });

  it('does not show warnings again for a retry (§8.7)', async () => {
    const notes = 'confirmed once';
    await openDashboard();
    await fillForm({ ...typedIdea, 'Exit 1': '1.2730', Notes: notes });
    const failing = server().fail(createIdea, new NetworkFailure());
    await publishButton().click();
    await button('Publish anyway').click();
    await expectShown(page.getByText('Trade Idea Creation Failed').first());
    failing.repair();
    await publishButton().click();
    await expectShown(page.getByText('Trade idea created successfully'));
    expect(published(notes)).toHaveLength(1);
  });

  it('shows warnings before saving an edit that adds one', async () => {
    const idea = ideas.publish({ ...storedIdea, notes: 'edited with warnings' });
    await openDashboard();
    await ownCard('edited with warnings').getByRole('button', { name: 'Edit', exact: true }).click();
    await fillForm({ 'Exit 1': '1.2700' });
    await button('Save changes').click();
    const check = dialog('Check before saving');
    await expectShown(check);
    expect(warnings('Check before saving')).toEqual(['Exit 1 is on the losing side of entry 1.']);
    await expectShown(check.getByRole('article'));
    await expectGone(check.getByRole('region', { name: 'Notification' }));
    await check.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(() => ideas.rows.get(idea.id)?.exit_1).toBe('1.2700');
  });

  it('saves an edit that adds no warning at once, though the idea has one', async () => {
    const idea = ideas.publish({ ...storedIdea, exit_1: '1.2700', notes: 'edited with warnings' });
    await openDashboard();
    await ownCard('edited with warnings').getByRole('button', { name: 'Edit', exact: true }).click();
    await fillForm({ 'Time frame': '8H' });
    await button('Save changes').click();
    await expectShown(page.getByText('Trade idea updated successfully'));
    expect(ideas.rows.get(idea.id)?.time_frame).toBe('8H');
    await expectGone(dialog('Check before saving'));
  });

  it('asks first about an edit that adds a warning about the market', async () => {
    ideas.publish({ ...storedIdea, notes: 'moved to another market' });
    await openDashboard();
    await ownCard('moved to another market').getByRole('button', { name: 'Edit', exact: true }).click();
    await ideaForm().getByRole('radio', { name: 'Crypto' }).click();
    await button('Save changes').click();
    await expectShown(dialog('Check before saving'));
    expect(warnings('Check before saving')).toEqual([
      'GBP/USD looks like Forex, but Market is set to Crypto.',
    ]);
    await button('Back to the form').click();
    await expectGone(dialog('Check before saving'));
    expect(server().callsOf(updateIdea)).toEqual([]);
  });
});
