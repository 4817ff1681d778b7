import { describe, expect, it } from 'vitest';
import { signInCalls } from './educator-calls.ts';
import {
  educatorDashboard,
  selectIdeasByNotes,
  setUpDashboard,
  setup,
  validIdea,
} from './educator-dashboard.ts';
import { loseAnswer } from './held-calls.ts';
import { fillLogin } from './people.ts';

/** What happens to input when something fails: nothing is lost. */
setUpDashboard();

describe('a new idea', () => {
  it('keeps everything when the connection breaks, and retries publish one idea, also after a reload', async () => {
    const { page, dashboard } = setup;
    const notes = 'sent twice, published once';
    await dashboard.fill({ ...validIdea, Notes: notes });
    // The first two.
    for (let count = 0; count < 2; count++) await loseAnswer(page, '**/api/trade-ideas', 'POST');
    await dashboard.publishButton().click();
    await page.getByText('Trade Idea Creation Failed').first().waitFor();
    await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe(notes);
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
    await dashboard.publishButton().click();
    await failed;
    await page.reload();
    await dashboard.own(notes).waitFor();
    await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe(notes);
    await dashboard.publishButton().click();
    // The published one is an open idea of the same pair, which is a warning.
    await page.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByText('Trade idea created successfully').waitFor();
    await expect.poll(() => selectIdeasByNotes(notes)).toHaveLength(1);
  });
});

describe('two tabs', () => {
  it('keeps what was typed last when the other tab clears its form or cancels an edit', async () => {
    const { page, dashboard } = setup;
    await dashboard.publish('edited in two tabs');
    const tab = await page.context().newPage();
    try {
      await tab.goto('/educator/dashboard');
      const other = educatorDashboard(tab);
      await other.own('edited in two tabs').waitFor();
      await other.fill({ Notes: 'typed before' });
      await dashboard.fill({ Pair: 'AUD/USD', Notes: 'typed in this tab' });
      const card = dashboard.own('edited in two tabs');
      await card.getByRole('button', { name: 'Edit notes' }).click();
      await page.getByRole('article').getByRole('textbox', { name: 'Notes' }).fill('edited in this tab');

      await other.own('edited in two tabs').getByRole('button', { name: 'Edit notes' }).click();
      const theirs = tab.getByRole('article').getByRole('textbox', { name: 'Notes' });
      await theirs.press('Escape');
      await theirs.waitFor({ state: 'detached' });
      await tab.getByRole('button', { name: 'Clear' }).click();
      await expect.poll(() => other.form().getByLabel('Notes').inputValue()).toBe('');

      await page.reload();
      await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe('typed in this tab');
      await expect
        .poll(() => page.getByRole('article').getByRole('textbox', { name: 'Notes' }).inputValue())
        .toBe('edited in this tab');
    } finally {
      await tab.close();
    }
  });
});

describe('changes to an idea', () => {
  it('keeps notes that are being edited when the session ends', async () => {
    const { app, page, dashboard } = setup;
    const notes = 'the session ends meanwhile';
    await dashboard.publish(notes);
    await dashboard.own(notes).getByRole('button', { name: 'Edit notes' }).click();
    await dashboard.own(notes).getByRole('textbox', { name: 'Notes' }).fill(`${notes}, at length`);
    await app.database.pool.query('update sessions set ended_at = now() where ended_at is null');
    await page.waitForURL(/\/login/);

    await page.goto('/chartlark-staff');
    await fillLogin(page, 'educator2@demo.test', 'teach-to-trade');
    await page.getByRole('button', { name: 'Access Educator Portal' }).click();
    await page.waitForURL('**/educator/dashboard');
    const card = page.getByRole('article').first();
    const inCard = card.getByRole('textbox', { name: 'Notes' });
    await expect.poll(() => inCard.inputValue()).toBe(`${notes}, at length`);
    await card.getByRole('button', { name: 'Save notes' }).click();
    await page.getByText('Trade idea updated').first().waitFor();
    await expect.poll(() => selectIdeasByNotes(`${notes}, at length`)).toMatchObject([{ exit_1: '1.2795' }]);
  });

  it('keeps a lesson that is being typed over a change of status elsewhere and a reload', async () => {
    const { app, page, dashboard } = setup;
    const notes = 'closed while a lesson is typed';
    await dashboard.publish(notes);
    const id = (await selectIdeasByNotes(notes))[0]?.id ?? '';
    const card = dashboard.own(notes);
    const lesson = card.getByLabel('Lesson learned');
    await card.getByRole('button', { name: 'Mark successful' }).click();
    await lesson.fill('Wait for');
    await card.getByRole('radio', { name: 'Patience' }).check();
    await lesson.focus();
    const elsewhere = await signInCalls(app);
    await elsewhere.change(id, { status: 'unsuccessful' });
    await card.getByRole('radio', { name: /^Invalidation.*1\.2648/ }).waitFor({ state: 'attached' });
    await page.keyboard.press('End');
    await page.keyboard.type(' the close');
    await expect.poll(() => lesson.inputValue()).toBe('Wait for the close');

    await page.reload();
    await expect.poll(() => lesson.inputValue()).toBe('Wait for the close');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
    await elsewhere.change(id, { lesson: 'Another lesson' });
    await card.getByRole('button', { name: 'Save result' }).click();
    await lesson.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await selectIdeasByNotes(notes))[0])
      .toMatchObject({ lesson: 'Wait for the close', lesson_tag: 'patience', status: 'unsuccessful' });

    await card.getByRole('button', { name: 'Edit result' }).click();
    await lesson.fill('discarded');
    await card.getByRole('button', { name: 'Skip' }).click();
    await card.getByRole('button', { name: 'Edit result' }).click();
    await expect.poll(() => lesson.inputValue()).toBe('Wait for the close');
  });
});
