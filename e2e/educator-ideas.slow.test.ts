import { describe, expect, it } from 'vitest';
import { selectIdeasByNotes, setUpDashboard, setup } from './educator-dashboard.ts';
import { signInEducator } from './people.ts';

/** What an educator does with ideas, from the form to the close. */
setUpDashboard();

describe('an own idea', () => {
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
