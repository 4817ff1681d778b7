import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import { selectIdeasByNotes, setUpDashboard, setup } from './educator-dashboard.ts';
import { findFocusProblem } from './find-focus-problem.ts';
import { createKeyboard, type Keyboard } from './keyboard.ts';
import { signInEducator } from './people.ts';
import { hear, keepTwoSeconds } from './voice-player.ts';

/** Everything an educator does, by keyboard alone and with a visible focus. */
setUpDashboard({ permissions: ['microphone'] });
let keys: Keyboard;
beforeEach(() => {
  keys = createKeyboard(setup.page);
});

const form = () => setup.dashboard.form();
const field = (name: string): Locator => form().getByRole('textbox', { name });
const button = (name: string | RegExp, where: Page | Locator = setup.page): Locator =>
  where.getByRole('button', { name }).first();
const selectRow = async (notes: string) => (await selectIdeasByNotes(notes))[0];

/** Replaces the text of a field. */
const typeIn = async (target: Locator, text: string) => {
  await keys.tabTo(target);
  await keys.press('ControlOrMeta+A');
  await keys.type(text);
};
const choose = async (input: Locator, ...files: Parameters<Keyboard['choose']>) => {
  await keys.tabTo(input);
  await keys.choose(...files);
};
const useBack = async (target: Locator) => {
  await keys.tabTo(target, 'back');
  await keys.press('Enter');
};
const photo = async (width: number) => ({
  name: `${width}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await jpeg(width, 300),
});

/** Set-up only; the rest is done by keyboard. */
const publish = async (notes: string) => {
  await setup.dashboard.publish(notes);
  return setup.dashboard.own(notes);
};

describe('the form', () => {
  it('completes the form by suggestions, arrow keys and a signal, and sends it with Ctrl+Enter', async () => {
    const { page } = setup;
    const pair = form().getByRole('combobox', { name: 'Pair' });
    await typeIn(pair, 'solusdt');
    // The browser's own suggestion list can't be driven by a test, so the pair is typed in full.
    await expect
      .poll(() => pair.evaluate((input) => (input as HTMLInputElement).list?.options.length))
      .toBeGreaterThan(20);
    await typeIn(form().getByRole('combobox', { name: 'Time frame' }), '4H');
    await expect.poll(() => pair.inputValue()).toBe('SOL/USDT');

    await keys.press('Tab');
    await keys.expectFocus(form().getByRole('radio', { name: 'Bullish' }));
    await keys.press('ArrowRight');
    await expect.poll(() => form().getByRole('radio', { name: 'Bearish' }).isChecked()).toBe(true);
    await keys.press('Tab');
    await keys.press('ArrowRight');
    await expect.poll(() => form().getByRole('radio', { name: 'Exchange' }).isChecked()).toBe(true);
    await keys.press('Tab');
    await expect.poll(() => form().getByRole('radio', { name: 'Crypto' }).isChecked()).toBe(true);
    await keys.press('ArrowLeft');
    await page.getByText('SOL/USDT looks like Crypto, but Market is set to Forex.').waitFor();
    await keys.press('ArrowRight');

    await typeIn(field('Entry 1'), '150');
    await typeIn(field('Invalidation level'), '140');
    await typeIn(field('Exit 1'), '130');
    await page.getByText('Invalidation is on the profit side of entry 1.').waitFor();
    await keys.tabTo(field('Invalidation level'), 'back');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('160');
    await page.getByText('Invalidation is on the profit side of entry 1.').waitFor({ state: 'detached' });

    const notes = 'typed from beginning to end';
    await typeIn(field('Notes'), notes);
    await keys.press('Control+Enter');
    await page.getByText('Trade idea created successfully').waitFor();
    await expect
      .poll(() => selectRow(notes))
      .toMatchObject({
        pair: 'SOL/USDT',
        order_type: 'SELL',
        idea_type: 'Exchange',
        market_type: 'Crypto',
        invalidation_level: '160',
      });
    // The page goes to the new card; the form is ready for the next idea.
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Your ideas');
    const isOnScreen = () =>
      setup.dashboard
        .own(notes)
        .getByRole('heading')
        .evaluate((heading) => {
          const { top, bottom } = heading.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
    await expect.poll(isOnScreen).toBe(true);
    await expect.poll(() => pair.inputValue()).toBe('');
  });

  it('reads a signal, undoes it, clears and restores the form', async () => {
    const { page } = setup;
    const box = page.getByRole('textbox', { name: 'Signal as text' });
    await typeIn(box, 'GBPUSD sell 1.2710, SL 1.2760, TP 1.2640, 4H');
    await keys.press('Enter');
    await keys.use(button('Undo', form()));
    await keys.expectFocus(box);
    await expect.poll(() => field('Entry 1').inputValue()).toBe('');
    await typeIn(box, 'GBPUSD sell 1.2710, SL 1.2760, TP 1.2640, 4H');
    await keys.press('Enter');
    await useBack(button('Clear'));
    await expect.poll(() => field('Entry 1').inputValue()).toBe('');
    await keys.press('Enter');
    await expect.poll(() => field('Entry 1').inputValue()).toBe('1.2710');
    await keys.press('Enter');
    await expect.poll(() => field('Entry 1').inputValue()).toBe('');
  });

  it('reports missing fields at the fields', async () => {
    const { page } = setup;
    await typeIn(field('Entry 1'), '1,5');
    await keys.use(button('Publish idea'));
    await page.getByText('Please fill in all required fields').first().waitFor();
    await keys.expectFocus(form().getByRole('combobox', { name: 'Pair' }));
  });

  it('adds, reorders and removes photos', async () => {
    const input = form().getByLabel('Add photos');
    const tiles = form().getByRole('list', { name: 'Photos' }).getByRole('listitem');
    const urls = () => tiles.evaluateAll((items) => items.map((item) => item.getAttribute('data-photo')));
    await choose(input, await photo(300), await photo(301), await photo(302));
    await expect.poll(async () => (await urls()).filter(Boolean).length).toBe(3);
    const [a, b, c] = await urls();
    await useBack(button('Move photo 3 left'));
    await expect.poll(() => urls()).toEqual([a, c, b]);
    await keys.press('Space');
    await expect.poll(() => urls()).toEqual([c, a, b]);
    await keys.use(button('Remove photo 2'));
    await expect.poll(urls).toEqual([c, b]);
    await keys.expectFocus(input);
  });

  it('keeps the focus when an upload fails, is retried and is cancelled', async () => {
    const { page } = setup;
    await page.route('**/api/media?*', (route) => route.abort());
    await choose(form().getByLabel('Add photos'), await photo(300));
    await keys.tabTo(button('Try again', form()), 'back');
    await page.unroute('**/api/media?*');
    await keys.press('Enter');
    await form().getByRole('listitem', { name: 'Photo 1, cover' }).waitFor();
    await useBack(button('Remove photo 1'));
    await page.route('**/api/media?*', (route) => route.abort());
    await choose(form().getByLabel('Add photos'), await photo(301));
    await button('Try again', form()).waitFor();
    await useBack(button('Cancel upload'));
    await keys.expectFocus(form().getByLabel('Add photos'));
  });

  it('records, pauses, saves, plays and removes a voice explanation', async () => {
    await keys.use(button('Record'));
    const panel = form().getByRole('region', { name: 'Recording' });
    await keys.expectFocus(button('Stop and save', panel));
    await keys.use(button('Pause', panel), 'Space');
    await keys.use(button('Resume', panel), 'Space');
    await keepTwoSeconds(panel, () => useBack(button('Stop and save', panel)));
    await keys.expectFocus(button('Play the voice explanation', form()));
    await hear(form(), () => keys.press('Space'));
    await keys.use(button('Remove the voice explanation'));
    await keys.expectFocus(button('Record'));
  });
});

describe('an own idea', () => {
  it('edits an idea in place: a level, a cancelled edit, an error, the notes', async () => {
    const { page } = setup;
    const card = await publish('by keyboard in place');
    const level = button(/^Invalidation \d/, card);
    await keys.use(level);
    const input = card.getByRole('textbox', { name: /Invalidation/ });
    await keys.expectFocus(input);
    await page.keyboard.type('1.2640');
    await keys.press('Escape');
    await keys.expectFocus(level);
    await keys.press('Space');
    await page.keyboard.type('none');
    await keys.use(button('Save invalidation level', card));
    await card.getByRole('alert').waitFor();
    await typeIn(input, '1.2640');
    await keys.press('Enter');
    await expect
      .poll(async () => (await selectRow('by keyboard in place')).invalidation_level)
      .toBe('1.2640');
    await keys.expectFocus(level);
    await keys.use(button('Edit notes', card));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('by keyboard, edited');
    await keys.press('Control+Enter');
    await expect.poll(async () => Boolean(await selectRow('by keyboard, edited'))).toBe(true);
    await keys.expectFocus(
      button('Edit notes', page.getByRole('article').filter({ hasText: 'by keyboard, edited' }).first()),
    );
  });

  it('closes an idea with a result, resets it and marks it invalid, and shows that in its history', async () => {
    const { page } = setup;
    const notes = 'closed by keyboard';
    const card = await publish(notes);
    await keys.use(button('Mark successful', card));
    const question = card.getByRole('form', { name: 'Result' });
    await keys.expectFocus(question.getByRole('radio', { name: 'Exit 1' }));
    await keys.press('ArrowLeft');
    await keys.press('ArrowRight');
    await typeIn(question.getByLabel('Lesson learned'), 'Patience.');
    await keys.press('Enter');
    await keys.expectFocus(button('Edit result', card));
    await keys.press('Enter');
    await keys.use(button('Skip', question));
    await keys.expectFocus(button('Edit result', card));

    await keys.use(button('Reset to pending', card));
    await expect.poll(async () => (await selectRow(notes)).status).toBe('pending');
    // Not on the button that takes its place: a second press would set that status too.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toMatch(/BODY|BUTTON/);
    // The change is shown before the answer to the call, until which the buttons refuse a press.
    const markInvalid = card.getByRole('button', { name: 'Mark invalid' });
    await expect.poll(() => markInvalid.getAttribute('aria-disabled')).not.toBe('true');
    await keys.use(markInvalid);
    await card.getByText('Idea invalidated as price broke below 1.2648. Looking for new setups.').waitFor();

    await keys.use(button('History', card));
    const history = page.getByRole('dialog', { name: 'GBP/USD change history' });
    await history.getByText('published').waitFor();
    await keys.press('Tab');
    await expect.poll(() => history.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await keys.press('Escape');
    await keys.expectFocus(button('History', card));
  });

  it('edits an idea in the form and cancels, also in My Trade Ideas', async () => {
    const { page } = setup;
    const card = await publish('edited by keyboard');
    await keys.use(card.getByRole('button', { name: 'Edit', exact: true }));
    await page.getByRole('heading', { name: 'Edit Trade Idea' }).waitFor();
    await typeIn(field('Exit 1'), '1.2810');
    await keys.press('Control+Enter');
    await expect.poll(async () => (await selectRow('edited by keyboard')).exit_1).toBe('1.2810');
    await page.getByRole('heading', { name: 'Create Trade Idea' }).waitFor();
    await page.goto('/educator/ideas');
    const edit = page.getByRole('button', { name: 'Edit GBP/USD' }).first();
    await keys.use(edit);
    await keys.use(button('Cancel', form()));
    await keys.expectFocus(edit);
  });

  it('deletes an idea after a confirmation, and moves the focus to the list', async () => {
    const { page } = setup;
    const notes = 'deleted by keyboard';
    const card = await publish(notes);
    await keys.use(button('Delete', card));
    const question = page.getByRole('alertdialog');
    await question.getByText('Are you sure you want to delete this trade idea?').waitFor();
    await keys.press('Escape');
    await keys.expectFocus(button('Delete', card));
    await keys.press('Enter');
    await keys.use(button('Delete', question));
    await page.getByText('Trade idea deleted').waitFor();
    await card.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Your ideas');
  });
});

describe.each([
  ['on a desktop', { viewport: { width: 1440, height: 900 } }],
  ['on a phone with a keyboard', { viewport: { width: 360, height: 640 } }],
])('the keyboard on the dashboard, %s', (_where, options) => {
  it('shows every focusable element while it has the focus', async () => {
    const person = await signInEducator(setup.app.url, '3', options);
    await person.page.getByRole('article').first().waitFor();
    // From the heading, which navigation focuses, to the last control of the last card.
    const last = person.page.getByRole('button', { name: 'Delete' }).last();
    const isLast = () => last.evaluate((button) => button === document.activeElement);
    let stops = 0;
    do {
      await person.page.keyboard.press('Tab');
      await expect.poll(() => findFocusProblem(person.page)).toBeNull();
      stops++;
    } while (stops < 90 && !(await isLast()));
    await expect.poll(() => isLast()).toBe(true);
    expect(person.errors).toEqual([]);
    await person.close();
  });
});

describe('the ledger', () => {
  it('downloads the ledger, and verifies it from the file', async () => {
    const { page } = setup;
    await page.goto('/verify');
    await keys.tabTo(button('Download the ledger'));
    const [download] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')]);
    const buffer = Buffer.from(await text(await download.createReadStream()));
    await choose(button('Choose a ledger file'), {
      name: 'ledger.json',
      mimeType: 'application/json',
      buffer,
    });
    await page.getByText('Ledger intact').waitFor();
    await keys.use(button('Copy fingerprint'));
    await keys.expectFocus(button('Copy fingerprint'));
  });
});
