import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { createIdea } from '../../../contract/publishing/idea-writing.ts';
import { pasteInto } from '../../testing/clipboard.ts';
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
} from '../../testing/educator-form.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, type, use } from '../../testing/keyboard.ts';
import { server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, readTexts } from '../../testing/page.ts';

/** A signal from a chat, pasted into the form of the dashboard. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
});

const SIGNAL = 'GBPUSD sell 1.2710, SL 1.2760, TP 1.2640, 4H';
const box = () => page.getByRole('textbox', { name: 'Signal as text' });
const radio = (name: string) => ideaForm().getByRole('radio', { name });
const timeFrame = () => ideaForm().getByRole('combobox', { name: 'Time frame' });
const undo = () => ideaForm().getByRole('button', { name: 'Undo' }).first();
const clear = () => page.getByRole('button', { name: 'Clear' });
const enter = async (text: string) => {
  await box().fill(text);
  await press('Enter');
};

const paste = (text: string) => pasteInto(box(), text);

describe('a signal', () => {
  it('fills the form from a pasted signal, and shows what was read and what was not (§2.28)', async () => {
    await openDashboard();
    await fillForm({ 'Time frame': '1D', 'Exit 3': '1.2500', Notes: 'typed before' });
    await enter('GBPUSD sell 1.2710, SL 1.2760 (50 pips), TP 1.2640 1.2590, 4H, 14:30');
    await expectShown(page.getByText('Not used: 50 pips, 14:30'));
    await expect.element(lineField('Invalidation level')).toHaveValue('1.2760');
    await expect.element(lineField('Exit 2')).toHaveValue('1.2590');
    await expect.element(lineField('Exit 3')).toHaveValue('');
    await expect.element(radio('Bearish')).toBeChecked();
    await expect.element(radio('Forex')).toBeChecked();
    await expect.element(timeFrame()).toHaveValue('4H');
    const marks = page.getByRole('region', { name: 'Signal as it was read' }).getByCss('mark');
    await expect
      .poll(() => readTexts(marks))
      .toEqual([
        'GBPUSDPair',
        'sellOrientation',
        '1.2710Entry 1',
        '1.2760Invalidation level',
        '1.2640Exit 1',
        '1.2590Exit 2',
        '4HTime frame',
      ]);
    const readings = page.getByRole('list', { name: 'Read from the signal' }).getByRole('listitem');
    await expect.poll(() => readTexts(readings)).toContain('Exit 2: 1.2590');

    await undo().click();
    await expect.element(timeFrame()).toHaveValue('1D');
    await expect.element(lineField('Exit 2')).toHaveValue('');
    await expect.element(lineField('Exit 3')).toHaveValue('1.2500');
    await expect.element(notesField()).toHaveValue('typed before');
    await expectGone(marks);
  });

  it('keeps a text in which no trade was found', async () => {
    await openDashboard();
    await enter('what a week');
    await expectShown(page.getByText('No trade found.'));
    await expect.element(box()).toHaveValue('what a week');
  });

  it('lets the keyboard undo a signal, clear the form and restore it', async () => {
    await openDashboard();
    const typeSignal = async () => {
      await tabTo(box());
      await type(SIGNAL);
      await press('Enter');
      await expect.element(lineField('Entry 1')).toHaveValue('1.2710');
    };
    await typeSignal();
    await use(undo());
    await expectFocus(box());
    await expect.element(lineField('Entry 1')).toHaveValue('');
    await typeSignal();
    await tabTo(clear(), 'back');
    for (const value of ['', '1.2710', '']) {
      await press('Enter');
      await expect.element(lineField('Entry 1')).toHaveValue(value);
    }
  });

  it('shows the new card although the form becomes shorter when a pasted signal is published', async () => {
    await openDashboard({ width: 390, height: 800 });
    const text = 'CHFJPY buy 4H\nEntry 170.20\nSL 169.20\nTP1 172.00\nTP2 173.00';
    // A one-line field drops line breaks that are typed, but not those that are pasted.
    await paste(text);
    const reading = page.getByRole('region', { name: 'Signal as it was read' });
    await expectShown(reading);
    await fillForm({ Notes: 'from a signal' });
    await publishButton().click();
    await expectShown(ownCard('from a signal'));
    await expectGone(reading);
    await expectHeadingInView(ownCard('from a signal'));
  });

  it('asks which pair is meant where the text has two readings', async () => {
    await openDashboard();
    await paste('STRBUSD buy, entry 100, SL 90, TP 120');
    await expectShown(page.getByText('Which pair is it?'));
    await expect.element(pairField()).toHaveValue('');
    await page.getByRole('button', { name: 'STRB/USD' }).click();
    await expect.element(pairField()).toHaveValue('STRB/USD');
    await expect.element(pairField()).toHaveFocus();
    await expectGone(page.getByText('Which pair is it?'));
  });

  it('chooses Forex for an index, and says that the market of an unknown pair is a guess', async () => {
    await openDashboard();
    await fillForm({ Pair: 'GER40' });
    await expect.element(radio('Forex')).toBeChecked();
    await fillForm({ Pair: 'Cocoa' });
    await expect.element(radio('Crypto')).toBeChecked();
    await expectShown(page.getByText('COCOA is not a known instrument, so Crypto is a guess.').first());
  });

  it('keeps nothing of a first signal after a second one', async () => {
    await openDashboard();
    await fillForm({ Notes: 'stays' });
    await paste('SOLUSDT short 4H\nEntry 150 - 152\nSL 158\nTargets:\n1) 140\n2) 130\n3) 120');
    await expectShown(page.getByText('Filled pair, time frame, orientation'));
    await expect.element(lineField('Exit 3')).toHaveValue('120');
    await paste('EURUSD BUY NOW\nSL 1.0790\nTP 1.0900\n\nGBPUSD SELL NOW\nSL 1.2760\nTP 1.2640');
    await expectShown(page.getByText('This text has several signals. Only the first was read.'));
    await expect.element(pairField()).toHaveValue('EUR/USD');
    await expect.element(radio('Bullish')).toBeChecked();
    await expect.element(lineField('Invalidation level')).toHaveValue('1.0790');
    for (const name of ['Entry 1', 'Entry 2', 'Exit 2', 'Exit 3'])
      await expect.element(lineField(name)).toHaveValue('');
    await expect.element(timeFrame()).toHaveValue('');
    await expect.element(notesField()).toHaveValue('stays');
  });

  it('says why it took no levels, and restores the earlier ones by Undo', async () => {
    await openDashboard();
    await fillForm({ Notes: 'stays' });
    await paste('EURUSD BUY NOW\nSL 1.0790\nTP 1.0900');
    await paste('EURUSD BUY 1.0842 SL 1.0900 TP 1.0790');
    await expectShown(
      page.getByText(
        'Only the pair was filled. On a bullish idea, invalidation must be below entry and exits above.',
      ),
    );
    for (const name of ['Entry 1', 'Invalidation level', 'Exit 1'])
      await expect.element(lineField(name)).toHaveValue('');
    await undo().click();
    await expect.element(lineField('Invalidation level')).toHaveValue('1.0790');
    await expect.element(notesField()).toHaveValue('stays');
    await clear().click();
    await expectGone(clear());
  });
});

/** Counts every press of a pointer and every key from now on; a chord of two keys counts twice. */
const countPresses = () => {
  const counted: string[] = [];
  const controller = new AbortController();
  for (const kind of ['pointerdown', 'keydown'])
    window.addEventListener(kind, () => counted.push(kind), { capture: true, signal: controller.signal });
  onTestFinished(() => controller.abort());
  return counted;
};

describe('the way from a signal to an idea', () => {
  it.each([360, 1440])('takes five presses at %i px: paste, check and publish', async (width) => {
    await openDashboard({ width, height: 800 });
    const presses = countPresses();
    await paste(SIGNAL);
    await expectShown(page.getByRole('list', { name: 'Read from the signal' }).getByText('Exit 1: 1.2640'));
    await ideaForm().getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    const isVisible = (text: string) =>
      preview
        .getByRole('article')
        .getByText(text, { exact: true })
        .elements()
        .some((element) => element.checkVisibility());
    for (const text of ['GBP/USD', 'Bearish', '1.2710', '1.2760', '1.2640'])
      await expect.poll(() => isVisible(text), { message: text }).toBe(true);
    await preview.getByRole('button', { name: 'Publish idea' }).click();
    await expectShown(page.getByText('Trade idea created successfully'));
    expect(presses).toHaveLength(5);
    expect([...ideas.rows.values()].at(-1)).toMatchObject({
      pair: 'GBP/USD',
      time_frame: '4H',
      order_type: 'SELL',
      market_type: 'Forex',
      entry_1: '1.2710',
      invalidation_level: '1.2760',
      exit_1: '1.2640',
    });
    expect(server().callsOf(createIdea)).toHaveLength(1);
  });

  it('says what an incomplete signal still needs, and each name leads to its field', async () => {
    await openDashboard();
    await paste('GBPUSD sell 1.2710, TP 1.2640');
    const needed = page.getByText(/^Still needed:/);
    const text = () => needed.query()?.textContent.replaceAll('\u00a0', ' ');
    await expect.poll(text).toBe('Still needed: time frame, invalidation level.');
    await use(needed.getByRole('button', { name: 'invalidation level' }));
    await expectFocus(lineField('Invalidation level'));
    await type('1.2760');
    await expect.poll(text).toBe('Still needed: time frame.');
    await fillForm({ 'Time frame': '4H' });
    await expectGone(needed);
  });

  it('marks the required fields, also for screen readers', async () => {
    await openDashboard();
    await expectShown(lineField('Exit 1'));
    const mark = (text: Element) => getComputedStyle(text, '::after').content;
    const marked = ideaForm()
      .getByCss('label span')
      .elements()
      .filter((text) => mark(text).includes('*'));
    // The empty alternative keeps the asterisk out of the field's name.
    expect(new Set(marked.map(mark))).toEqual(new Set(['" *" / ""']));
    expect(marked.map(({ textContent }) => textContent)).toEqual([
      'Pair',
      'Time frame',
      'Entry 1',
      'Invalidation level',
      'Exit 1',
    ]);
    const required = ideaForm().getByCss('[required]').elements();
    expect(required.map((field) => field.getAttribute('name'))).toEqual([
      'pair',
      'time_frame',
      'entry_1',
      'invalidation_level',
      'exit_1',
    ]);
  });

  it('keeps a text of 5,001 characters with a message, and reads one of 5,000', async () => {
    await openDashboard();
    const tooLong = page.getByText('This text is too long for a signal. Paste up to 5,000 characters.');
    await paste(SIGNAL.padEnd(5_001, '.'));
    await expectShown(tooLong);
    expect((box().element() as HTMLInputElement).value).toHaveLength(5_001);
    await expect.element(lineField('Entry 1')).toHaveValue('');
    await paste(SIGNAL.padEnd(5_000, '.'));
    await expectGone(tooLong);
    await expect.element(lineField('Entry 1')).toHaveValue('1.2710');
  });
});
