import { describe, expect, it } from 'vitest';
import { selectIdeasByNotes, setUpDashboard, setup, validIdea } from './educator-dashboard.ts';
import { holdCalls } from './held-calls.ts';
import { resize, signInEducator } from './people.ts';

/** What an educator does with ideas, from the form to the close. */
setUpDashboard();

describe('the form', () => {
  it('shows the form first on the dashboard, then the own ideas, then their record', async () => {
    const sections = ['Create Trade Idea', 'Your ideas', 'Your track record'];
    const headings = setup.page.getByRole('main').getByRole('heading', { level: 2 });
    const isSection = (text: string) => sections.includes(text);
    await expect.poll(async () => (await headings.allInnerTexts()).filter(isSection)).toEqual(sections);
  });

  it('reports missing fields and invalid prices, sends nothing and keeps the input', async () => {
    const { page, dashboard } = setup;
    let requests = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/trade-ideas')) requests++;
    });
    await dashboard.fill({ Pair: 'EUR/USD', 'Entry 1': '1.08.42', Notes: 'typed and kept' });
    await dashboard.publishButton().click();
    await page.getByText('Please fill in all required fields').first().waitFor();
    await page.getByText('Enter a price, e.g. 1.0842').waitFor();
    const errors = await dashboard.form().getByRole('alert').allInnerTexts();
    expect(errors).toEqual([
      'Time frame is required',
      'Enter a price, e.g. 1.0842',
      'Invalidation level is required',
      'Exit 1 is required',
    ]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('time_frame');
    await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe('typed and kept');
    expect(requests).toBe(0);
  });

  it('reads a comma as the decimal mark, and asks which number an unclear one is', async () => {
    const { page, dashboard } = setup;
    const notes = 'typed on a phone';
    await dashboard.fill({ ...validIdea, 'Entry 1': '1,2710', 'Exit 1': '1,279', Notes: notes });
    await dashboard.form().getByText('Read as 1.2710').waitFor();
    await dashboard.publishButton().click();
    await dashboard.form().getByText('Which number do you mean?').waitFor();
    await dashboard.form().getByRole('button', { name: '1279', exact: true }).waitFor();
    await dashboard.form().getByRole('button', { name: '1.279', exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('exit_1');
    await dashboard.publishButton().click();
    await dashboard.own(notes).waitFor();
    await expect
      .poll(() => selectIdeasByNotes(notes))
      .toMatchObject([{ entry_1: '1.2710', exit_1: '1.279' }]);

    const card = dashboard.own(notes);
    await card.getByRole('button', { name: /^Invalidation \d/ }).click();
    const field = card.getByRole('textbox', { name: 'Invalidation level' });
    await field.fill('1,264');
    await field.press('Enter');
    await card.getByText('Which number do you mean?').waitFor();
    await card.getByRole('button', { name: '1.264', exact: true }).click();
    await field.press('Enter');
    await page.getByText('Trade idea updated', { exact: true }).waitFor();
    await expect.poll(() => selectIdeasByNotes(notes)).toMatchObject([{ invalidation_level: '1.264' }]);
  });

  it('fills the form from a pasted signal, shows what was read and what was not, and undoes it', async () => {
    const { page, dashboard } = setup;
    await dashboard.fill({ 'Time frame': '1D', 'Exit 3': '1.2500', Notes: 'typed before' });
    const box = page.getByPlaceholder('Paste a signal to fill the form');
    const value = (name: string) => dashboard.form().getByRole('textbox', { name }).first().inputValue();
    await box.fill('GBPUSD sell 1.2710, SL 1.2760 (50 pips), TP 1.2640 1.2590, 4H, 14:30');
    await box.press('Enter');
    await page.getByText('Not used: 50 pips, 14:30').waitFor();
    await expect.poll(() => value('Invalidation level')).toBe('1.2760');
    await expect.poll(() => value('Exit 2')).toBe('1.2590');
    await expect.poll(() => value('Exit 3')).toBe('');
    await expect.poll(() => dashboard.form().getByRole('radio', { name: 'Bearish' }).isChecked()).toBe(true);
    await expect.poll(() => dashboard.form().getByRole('radio', { name: 'Forex' }).isChecked()).toBe(true);
    await expect.poll(() => dashboard.form().getByLabel('Time frame').inputValue()).toBe('4H');
    const marks = page.getByRole('region', { name: 'Signal as it was read' }).locator('mark');
    await expect
      .poll(() => marks.allInnerTexts())
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
    await expect.poll(() => readings.allInnerTexts()).toContain('Exit 2: 1.2590');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => dashboard.form().getByLabel('Time frame').inputValue()).toBe('1D');
    await expect.poll(() => value('Exit 2')).toBe('');
    await expect.poll(() => value('Exit 3')).toBe('1.2500');
    await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe('typed before');
    await expect.poll(() => marks.count()).toBe(0);
    await box.fill('what a week');
    await box.press('Enter');
    await page.getByText('No trade found.').waitFor();
    await expect.poll(() => box.inputValue()).toBe('what a week');
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  it('shows the new card although the form becomes shorter when a pasted signal is published', async () => {
    const { page, dashboard } = setup;
    await resize(page, { width: 390, height: 800 });
    const box = page.getByPlaceholder('Paste a signal to fill the form');
    await box.fill('CHFJPY buy 4H\nEntry 170.20\nSL 169.20\nTP1 172.00\nTP2 173.00');
    await box.press('Enter');
    await page.getByRole('region', { name: 'Signal as it was read' }).waitFor();
    await dashboard.fill({ Notes: 'from a signal' });
    await dashboard.publishButton().click();
    await dashboard.own('from a signal').waitFor();
    await page.getByRole('region', { name: 'Signal as it was read' }).waitFor({ state: 'detached' });
    await dashboard.expectHeadingInView(dashboard.own('from a signal'));
  });

  it.each([360, 1440])(
    'shows the form before the figures of the track record on the dashboard at %i px',
    async (width) => {
      const { page, dashboard } = setup;
      await resize(page, { width, height: 800 });
      const record = page.getByRole('region', { name: 'Your track record' });
      await record.getByText('Average if closed at exit 1').waitFor();
      const [form, figures] = [(await dashboard.form().boundingBox())!, (await record.boundingBox())!];
      expect(form.y + form.height).toBeLessThanOrEqual(figures.y);
      const isAfterForm = await record.evaluate(
        (region, before) =>
          Boolean(before && before.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING),
        await dashboard.form().elementHandle(),
      );
      expect(isAfterForm).toBe(true);
    },
  );

  it('keeps nothing of a first signal after a second one, and says why levels were refused', async () => {
    const { page, dashboard } = setup;
    await dashboard.fill({ Notes: 'stays' });
    const value = (name: string) => dashboard.form().getByRole('textbox', { name }).first().inputValue();
    const paste = async (text: string) => {
      await page.evaluate((pasted) => {
        const data = new DataTransfer();
        data.setData('text', pasted);
        const input = document.querySelector('input[placeholder^="Paste a signal"]');
        input?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, text);
    };
    await paste('SOLUSDT short 4H\nEntry 150 - 152\nSL 158\nTargets:\n1) 140\n2) 130\n3) 120');
    await page.getByText('Filled pair, time frame, orientation').waitFor();
    await expect.poll(() => value('Exit 3')).toBe('120');
    await paste('EURUSD BUY NOW\nSL 1.0790\nTP 1.0900\n\nGBPUSD SELL NOW\nSL 1.2760\nTP 1.2640');
    await page.getByText('This text has several signals. Only the first was read.').waitFor();
    await expect
      .poll(() => dashboard.form().getByRole('combobox', { name: 'Pair' }).inputValue())
      .toBe('EUR/USD');
    await expect.poll(() => dashboard.form().getByRole('radio', { name: 'Bullish' }).isChecked()).toBe(true);
    await expect.poll(() => value('Invalidation level')).toBe('1.0790');
    for (const name of ['Entry 1', 'Entry 2', 'Exit 2', 'Exit 3'])
      await expect.poll(() => value(name)).toBe('');
    await expect.poll(() => dashboard.form().getByLabel('Time frame').inputValue()).toBe('');
    await paste('EURUSD BUY 1.0842 SL 1.0900 TP 1.0790');
    await page
      .getByText(
        'Only the pair was filled. On a bullish idea, invalidation must be below entry and exits above.',
      )
      .waitFor();
    for (const name of ['Entry 1', 'Invalidation level', 'Exit 1'])
      await expect.poll(() => value(name)).toBe('');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(() => value('Invalidation level')).toBe('1.0790');
    await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe('stays');
    const clear = page.getByRole('button', { name: 'Clear' });
    await clear.click();
    await clear.waitFor({ state: 'detached' });
  });

  it('normalises a known pair, clears errors once they are fixed, and doubts an unlikely digit', async () => {
    const { page, dashboard } = setup;
    await dashboard.fill({ ...validIdea, Pair: 'eur-usd', 'Entry 1': '1,271' });
    await expect
      .poll(() => dashboard.form().getByRole('combobox', { name: 'Pair' }).inputValue())
      .toBe('EUR/USD');
    await dashboard.publishButton().click();
    const complaint = dashboard.form().getByText('Which number do you mean?');
    await complaint.waitFor();
    await page.getByText('Please check all required fields and try again.').first().waitFor();
    await dashboard.fill({ 'Entry 1': '1.2710', 'Exit 1': '64,250.5' });
    await complaint.waitFor({ state: 'detached' });
    await dashboard.form().getByText('One exit is over 50R away').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
  });
});

it('shows a steady error for a list that cannot be loaded while it is polled, and loads it automatically', async () => {
  const { page } = setup;
  await page.route('**/api/trade-ideas?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/educator/ideas');
  const failed = page.getByText("Couldn't load.");
  await failed.waitFor();
  const element = await failed.elementHandle();
  for (let asked = 0; asked < 4; asked++) await page.waitForResponse((answer) => answer.status() === 500);
  expect(await element?.evaluate((text) => text.isConnected)).toBe(true);
  await page.unroute('**/api/trade-ideas?**');
  await page.getByRole('rowheader').first().waitFor();
  await expect.poll(() => failed.count()).toBe(0);
});

describe('an own idea', () => {
  it('edits an idea in the form', async () => {
    const { page, dashboard } = setup;
    const notes = 'edited as a whole';
    await dashboard.publish(notes);
    await dashboard.own(notes).getByRole('button', { name: 'Edit', exact: true }).click();
    await dashboard.fill({ 'Exit 1': '1.2810' });
    await dashboard.form().getByLabel('Notes').press('Control+Enter');
    await page.getByText('Trade idea updated').first().waitFor();
    await expect
      .poll(() => selectIdeasByNotes(notes))
      .toMatchObject([{ exit_1: '1.2810', invalidation_level: '1.2648' }]);
  });

  it('keeps a field that is being edited during a refresh, and Escape cancels the edit', async () => {
    const { page, dashboard } = setup;
    const notes = 'edited in place';
    await dashboard.publish(notes);
    await dashboard
      .own(notes)
      .getByRole('button', { name: /^Invalidation \d/ })
      .click();
    const field = dashboard.own(notes).getByRole('textbox', { name: /Invalidation/ });
    await field.fill('1.26');
    const polls = page.waitForResponse((response) => response.url().includes('educatorId=2'));
    await polls;
    await page.waitForResponse((response) => response.url().includes('educatorId=2'));
    await expect.poll(() => field.inputValue()).toBe('1.26');
    await field.press('Escape');
    await dashboard
      .own(notes)
      .getByRole('button', { name: /^Invalidation \d/ })
      .waitFor();
    await expect.poll(() => selectIdeasByNotes(notes)).toMatchObject([{ invalidation_level: '1.2648' }]);
  });

  it('deletes an idea after a confirmation', async () => {
    const { page, dashboard } = setup;
    const notes = 'to be deleted';
    await dashboard.publish(notes);
    await dashboard.own(notes).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Are you sure you want to delete this trade idea?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => selectIdeasByNotes(notes)).toHaveLength(1);
    await dashboard.own(notes).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('Trade idea deleted').waitFor();
    await dashboard.own(notes).waitFor({ state: 'detached' });
    await expect.poll(() => selectIdeasByNotes(notes)).toHaveLength(0);
  });

  it('gives an idea every status and resets it to pending', async () => {
    const { dashboard } = setup;
    const notes = 'every status';
    await dashboard.publish(notes);
    const steps = [
      ['Mark unsuccessful', 'unsuccessful'],
      ['Mark successful', 'successful'],
      ['Mark invalid', 'invalid'],
      ['Reset to pending', 'pending'],
    ] as const;
    for (const [button, status] of steps) {
      await dashboard.own(notes).getByRole('button', { name: button, exact: true }).click();
      await expect.poll(async () => (await selectIdeasByNotes(notes))[0]?.status).toBe(status);
      if (status === 'invalid') {
        await dashboard
          .own(notes)
          .getByText('Idea invalidated as price broke below 1.2648. Looking for new setups.')
          .waitFor();
      }
    }
  });

  it('takes no further status while one is being saved', async () => {
    const { page, dashboard } = setup;
    const notes = 'one status at a time';
    await dashboard.publish(notes);
    const button = (name: string) => dashboard.own(notes).getByRole('button', { name, exact: true });
    const saving = await holdCalls(page, '**/api/trade-ideas/*', 'PUT');
    await button('Mark unsuccessful').click();
    await saving.asked;
    await expect.poll(() => button('Mark successful').getAttribute('aria-disabled')).toBe('true');
    saving.release();
    await button('Mark successful').click();
    await expect.poll(async () => (await selectIdeasByNotes(notes))[0]?.status).toBe('successful');
  });

  it('shows both values to the second of two browsers that change an idea', async () => {
    const { app, dashboard } = setup;
    const notes = 'two editors';
    await dashboard.publish(notes);
    const second = await signInEducator(app.url, '2');
    const other = second.page.getByRole('article').filter({ hasText: notes }).first();
    await other.waitFor();
    await other.getByRole('button', { name: /^Invalidation \d/ }).click();
    await other.getByRole('textbox', { name: /Invalidation/ }).fill('1.2640');
    // The second editor has not received the first one's change yet.
    await second.page.route('**/api/trade-ideas?**', (route) => route.abort());
    await second.page.route('**/api/live**', (route) => route.abort());

    await dashboard
      .own(notes)
      .getByRole('button', { name: /^Invalidation \d/ })
      .click();
    const mine = dashboard.own(notes).getByRole('textbox', { name: /Invalidation/ });
    await mine.fill('1.2660');
    await mine.press('Enter');
    await expect.poll(async () => (await selectIdeasByNotes(notes))[0]?.invalidation_level).toBe('1.2660');

    await other.getByRole('textbox', { name: /Invalidation/ }).press('Enter');
    const dialog = second.page.getByRole('dialog', { name: 'This trade idea has changed' });
    await dialog.waitFor();
    await expect.poll(() => dialog.textContent()).toContain('1.2660');
    await expect.poll(() => dialog.textContent()).toContain('1.2640');
    await expect.poll(async () => (await selectIdeasByNotes(notes))[0]?.invalidation_level).toBe('1.2660');
    await dialog.getByRole('button', { name: 'Use mine' }).click();
    await expect.poll(async () => (await selectIdeasByNotes(notes))[0]?.invalidation_level).toBe('1.2640');
    await second.close();
  });
});
