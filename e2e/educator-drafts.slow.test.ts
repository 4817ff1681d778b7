import { describe, expect, it } from 'vitest';
import {
  educatorDashboard,
  selectIdeasByNotes,
  setUpDashboard,
  setup,
  validIdea,
} from './educator-dashboard.ts';
import { loseAnswer } from './held-calls.ts';

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
  it('keeps what was typed last when the other tab clears its form', async () => {
    const { page, dashboard } = setup;
    const tab = await page.context().newPage();
    try {
      await tab.goto('/educator/dashboard');
      const other = educatorDashboard(tab);
      await other.form().waitFor();
      await other.fill({ Notes: 'typed before' });
      await dashboard.fill({ Pair: 'AUD/USD', Notes: 'typed in this tab' });
      await tab.getByRole('button', { name: 'Clear' }).click();
      await expect.poll(() => other.form().getByLabel('Notes').inputValue()).toBe('');

      await page.reload();
      await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe('typed in this tab');
    } finally {
      await tab.close();
    }
  });
});
