import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createIdea } from '../../contract/publishing/idea-writing.ts';
import {
  expectHeadingInView,
  fillForm,
  ideaForm,
  lineField,
  notesField,
  openDashboard,
  ownCard,
  pairField,
  publishButton,
  storedIdea,
  typedIdea,
} from '../testing/educator-form.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, type, use } from '../testing/keyboard.ts';
import { server } from '../testing/open-app.tsx';
import { expectGone, expectShown, readTexts } from '../testing/page.ts';

/** The form for a new idea on the dashboard. */
let ideas: FakeIdeas;
beforeEach(async () => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
  await openDashboard();
});

const published = (notes: string) => [...ideas.rows.values()].find((idea) => idea.notes === notes);
const radio = (name: string) => ideaForm().getByRole('radio', { name });
/** Replaces the text of a field. */
const typeIn = async (field: ReturnType<typeof lineField>, text: string) => {
  await tabTo(field);
  await press('Control+a');
  await type(text);
};

describe('input', () => {
  it('completes the form by suggestions and arrow keys, and sends it with Ctrl+Enter (§5.8)', async () => {
    await typeIn(pairField(), 'solusdt');
    // The browser's own suggestion list can't be driven by a test, so the pair is typed in full.
    expect((pairField().element() as HTMLInputElement).list?.options.length).toBeGreaterThan(20);
    await typeIn(ideaForm().getByRole('combobox', { name: 'Time frame' }), 'h4');
    await expect.element(pairField()).toHaveValue('SOL/USDT');

    await press('Tab');
    await expectFocus(radio('Bullish'));
    await press('ArrowRight');
    await expect.element(radio('Bearish')).toBeChecked();
    await press('Tab', 'ArrowRight');
    await expect.element(radio('Exchange')).toBeChecked();
    await press('Tab');
    await expect.element(radio('Crypto')).toBeChecked();
    await press('ArrowLeft');
    await expectShown(page.getByText('SOL/USDT looks like Crypto, but Market is set to Forex.'));
    await press('ArrowRight');

    const wrongSide = page.getByText('Invalidation is on the profit side of entry 1.');
    await typeIn(lineField('Entry 1'), '150');
    await typeIn(lineField('Invalidation level'), '140');
    await typeIn(lineField('Exit 1'), '130');
    await expectShown(wrongSide);
    await tabTo(lineField('Invalidation level'), 'back');
    await press('Control+a');
    await type('160');
    await expectGone(wrongSide);

    const notes = 'typed from beginning to end';
    await typeIn(ideaForm().getByRole('textbox', { name: 'Notes' }), notes);
    await press('Control+Enter');
    await expectShown(page.getByText('Trade idea created successfully'));
    expect(published(notes)).toMatchObject({
      pair: 'SOL/USDT',
      time_frame: '4H',
      order_type: 'SELL',
      idea_type: 'Exchange',
      market_type: 'Crypto',
      invalidation_level: '160',
    });
    // The page goes to the new card; the form is ready for the next idea.
    await expect.poll(() => document.activeElement?.textContent).toBe('Your ideas');
    await expectHeadingInView(ownCard(notes));
    await expect.element(pairField()).toHaveValue('');
  });

  it('reads a comma as the decimal mark, and asks which number an unclear one is', async () => {
    const notes = 'typed on a phone';
    await fillForm({ ...typedIdea, 'Entry 1': '1,2710', 'Exit 1': '1,279', Notes: notes });
    await expectShown(ideaForm().getByText('Read as 1.2710'));
    await publishButton().click();
    await expectShown(ideaForm().getByText('Which number do you mean?'));
    await expectShown(ideaForm().getByRole('button', { name: '1279', exact: true }));
    await ideaForm().getByRole('button', { name: '1.279', exact: true }).click();
    await expect.element(lineField('Exit 1')).toHaveFocus();
    await publishButton().click();
    await expectShown(ownCard(notes));
    expect(published(notes)).toMatchObject({ entry_1: '1.2710', exit_1: '1.279' });
  });

  it('normalises a known pair', async () => {
    await fillForm({ Pair: 'eur-usd', 'Time frame': '1D' });
    await expect.element(pairField()).toHaveValue('EUR/USD');
  });

  it('doubts a level that an extra digit has put far away', async () => {
    await fillForm({ ...typedIdea, 'Exit 1': '64,250.5' });
    await expectShown(ideaForm().getByText('One exit is over 50R away'));
  });
});

describe('errors', () => {
  it('reports missing fields and invalid prices, sends nothing and keeps the input (§5.4)', async () => {
    await fillForm({ Pair: 'EUR/USD', 'Entry 1': '1.08.42', Notes: 'typed and kept' });
    await publishButton().click();
    await expectShown(page.getByText('Please fill in all required fields').first());
    await expectShown(page.getByText('Enter a price, e.g. 1.0842'));
    await expect
      .poll(() => readTexts(ideaForm().getByRole('alert')))
      .toEqual([
        'Time frame is required',
        'Enter a price, e.g. 1.0842',
        'Invalidation level is required',
        'Exit 1 is required',
      ]);
    await expect.element(ideaForm().getByRole('combobox', { name: 'Time frame' })).toHaveFocus();
    await expect.element(notesField()).toHaveValue('typed and kept');
    expect(server().callsOf(createIdea)).toEqual([]);
  });

  it('moves the focus to the first missing field, where it is visible', async () => {
    await typeIn(lineField('Entry 1'), '1,5');
    await use(publishButton());
    await expectShown(page.getByText('Please fill in all required fields').first());
    await expectFocus(pairField());
  });

  it('clears the error of a field once it is changed', async () => {
    await fillForm({ ...typedIdea, 'Entry 1': '1,271' });
    await publishButton().click();
    const complaint = ideaForm().getByText('Which number do you mean?');
    await expectShown(complaint);
    await expectShown(page.getByText('Please check all required fields and try again.').first());
    await fillForm({ 'Entry 1': '1.2710' });
    await expectGone(complaint);
    expect(server().callsOf(createIdea)).toEqual([]);
  });

  it('stores exactly what was typed', async () => {
    await fillForm({ ...typedIdea, Notes: 'as typed' });
    await publishButton().click();
    await expectShown(ownCard('as typed'));
    expect(published('as typed')).toMatchObject({ ...storedIdea, educator_id: '2', market_type: 'Forex' });
  });
});
