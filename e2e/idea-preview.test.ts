import { describe, expect, it } from 'vitest';
import { findViolations } from './axe.ts';
import { selectIdeasByNotes, setUpDashboard, setup, validIdea } from './educator-dashboard.ts';
import { createKeyboard } from './keyboard.ts';
import { signInCustomer } from './people.ts';
import { chooseTheme } from './theme.ts';

/** The preview of an idea, and the warnings before it is published. */
setUpDashboard();

const dialog = (name: string) => setup.page.getByRole('dialog', { name });
const warnings = (name: string) =>
  dialog(name).getByRole('list', { name: 'Warnings' }).getByRole('listitem').allInnerTexts();
const button = (name: string) => setup.page.getByRole('button', { name, exact: true });

describe('the preview', () => {
  it('shows the card and the notification that customers get, and publishes', async () => {
    const { app, page, dashboard } = setup;
    const notes = 'previewed first\n\nthe chart: https://example.com/chart';
    await dashboard.fill({ ...validIdea, Notes: notes });
    await button('Preview').click();
    const preview = dialog('Preview');
    const card = preview.getByRole('article');
    await card.getByText('previewed first').waitFor();
    // The educators load separately; without them the specialty is a default.
    await card.getByText('Forex Trading').waitFor();
    const shown = await card.innerText();
    const notification = preview.getByRole('region', { name: 'Notification' }).locator('p');
    const [title, body] = await notification.allInnerTexts();
    for (const theme of ['light', 'dark'] as const) {
      await chooseTheme(page, theme);
      expect(await findViolations(page)).toEqual([]);
    }
    await expect.poll(() => selectIdeasByNotes(notes)).toEqual([]);

    await preview.getByRole('button', { name: 'Publish idea' }).click();
    await dashboard.own('previewed first').waitFor();
    const [idea] = await selectIdeasByNotes(notes);
    const { rows } = await app.database.pool.query(
      'select message from push_notifications where idea_id = $1',
      [idea?.id],
    );
    expect(rows).toMatchObject([{ message: { title, body } }]);

    const customer = await signInCustomer(app.url, { path: `/customer/forex?idea=${idea?.id}` });
    const received = customer.page.getByRole('article').filter({ hasText: 'previewed first' });
    await received.getByText('Forex Trading').waitFor();
    const withoutTime = (text: string) => text.replace(/^.*\b(ago|now|UTC)\b.*$/gim, '');
    expect(withoutTime(await received.innerText())).toContain(withoutTime(shown).trim());
    await customer.close();
  });

  it('opens only for a complete idea, and leads back to the form with everything typed', async () => {
    const { page, dashboard } = setup;
    const keys = createKeyboard(page);
    await dashboard.fill({ ...validIdea, 'Exit 1': '', Notes: 'back and forth' });
    await keys.use(button('Preview'));
    await dashboard.form().getByText('Exit 1 is required').waitFor();
    await expect.poll(() => page.getByText('Trade Idea Creation Failed').count()).toBe(0);
    await keys.expectFocus(dashboard.form().getByRole('textbox', { name: 'Exit 1' }));
    await keys.type('1.2795');
    await keys.use(button('Preview'));
    await keys.use(button('Back to the form'));
    await dialog('Preview').waitFor({ state: 'detached' });
    await keys.expectFocus(button('Preview'));
    await expect.poll(() => dashboard.form().getByLabel('Notes').inputValue()).toBe('back and forth');
    await expect.poll(() => selectIdeasByNotes('back and forth')).toEqual([]);
  });
});

describe('warnings', () => {
  it('shows warnings once before publishing, and sends nothing until then', async () => {
    const { page, dashboard } = setup;
    const keys = createKeyboard(page);
    const notes = 'published in spite of warnings';
    await dashboard.fill({ ...validIdea, 'Exit 1': '1.2730', Notes: notes });
    await dashboard.form().getByRole('radio', { name: 'Crypto' }).click();
    await dashboard.form().getByLabel('Notes').press('Control+Enter');
    const check = dialog('Check before publishing');
    await check.waitFor();
    await expect
      .poll(() => warnings('Check before publishing'))
      .toEqual([
        'GBP/USD looks like Forex, but Market is set to Crypto.',
        'The last exit is worth less than 1R.',
      ]);
    await check.getByRole('article').waitFor();
    await expect.poll(() => selectIdeasByNotes(notes)).toEqual([]);
    await keys.use(button('Back to the form'));
    await check.waitFor({ state: 'detached' });
    await keys.expectFocus(dashboard.form().getByLabel('Notes'));

    await keys.use(button('Publish idea'));
    await keys.use(button('Publish anyway'));
    await dashboard.own(notes).waitFor();
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Your ideas');
    await dashboard.expectHeadingInView(dashboard.own(notes));
    await expect.poll(() => selectIdeasByNotes(notes)).toHaveLength(1);
  });

  it('does not show warnings again for a retry', async () => {
    const { page, dashboard } = setup;
    const notes = 'confirmed once';
    await dashboard.fill({ ...validIdea, 'Exit 1': '1.2730', Notes: notes });
    await page.route('**/api/trade-ideas', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await dashboard.publishButton().click();
    await button('Publish anyway').click();
    await page.getByText('Trade Idea Creation Failed').first().waitFor();
    await page.unroute('**/api/trade-ideas');
    await dashboard.publishButton().click();
    await page.getByText('Trade idea created successfully').waitFor();
    await expect.poll(() => selectIdeasByNotes(notes)).toHaveLength(1);
  });

  it('shows warnings before saving an edit only if it changes levels', async () => {
    const { page, dashboard } = setup;
    const notes = 'edited with warnings';
    await dashboard.publish(notes);
    const edit = () => dashboard.own(notes).getByRole('button', { name: 'Edit', exact: true }).click();
    await edit();
    await dashboard.fill({ 'Exit 1': '1.2700' });
    await button('Save changes').click();
    const check = dialog('Check before saving');
    await check.waitFor();
    await expect
      .poll(() => warnings('Check before saving'))
      .toEqual(['One exit is on the losing side of entry 1.']);
    await expect.poll(() => check.getByRole('region', { name: 'Notification' }).count()).toBe(0);
    await check.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(async () => (await selectIdeasByNotes(notes))[0]?.exit_1).toBe('1.2700');

    await edit();
    await dashboard.fill({ 'Time frame': '8H' });
    await button('Save changes').click();
    await expect.poll(async () => (await selectIdeasByNotes(notes))[0]?.time_frame).toBe('8H');
    await expect.poll(() => page.getByRole('dialog').filter({ hasText: 'Save anyway' }).count()).toBe(0);
  });
});
