import { describe, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import { chat, compose, message, open, selectMessages, setUpRooms } from './chat-rooms.ts';
import { createKeyboard } from './keyboard.ts';

/** Channels for their authors, and what readers see live (SPEC §2 to §6). */
setUpRooms();

describe('a message', () => {
  it('shows, changes and removes a message for readers without a reload (§4.11)', async () => {
    await open(chat.customer, '/customer/chat');
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    const text = `Look at https://example.com/chart. <b>Not bold</b>`;
    await compose(page).fill('Look at https://example.com/chart.');
    await compose(page).press('Shift+Enter');
    await compose(page).pressSequentially('<b>Not bold</b>');
    await compose(page).press('Enter');
    const seen = message(chat.customer.page, '<b>Not bold</b>');
    // For the first minute.
    await seen.locator('time', { hasText: /^Now$/ }).waitFor();
    expect(text).toContain(await seen.getByRole('link').innerText());
    await expect.poll(() => seen.getByRole('link').getAttribute('href')).toBe('https://example.com/chart');
    await expect.poll(() => seen.locator('b').count()).toBe(0);
    await expect.poll(() => compose(page).inputValue()).toBe('');

    const own = message(page, '<b>Not bold</b>');
    await own.getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox');
    await field.fill('   ');
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await field.fill('Said better');
    await page.getByRole('button', { name: 'Save' }).click();
    await message(chat.customer.page, 'Said better').getByText('(edited)').waitFor();
    await expect
      .poll(() => selectMessages('Said better'))
      .toMatchObject([{ is_edited: true, user_id: 'edu-1' }]);

    await message(page, 'Said better').getByRole('button', { name: 'Delete message' }).click();
    await page.getByText('Are you sure you want to delete this message?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => message(chat.customer.page, 'Said better').count()).toBe(1);
    await message(page, 'Said better').getByRole('button', { name: 'Delete message' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Message deleted successfully!').waitFor();
    await message(chat.customer.page, 'Said better').waitFor({ state: 'detached' });
    await message(page, 'Said better').waitFor({ state: 'detached' });
    await expect.poll(() => selectMessages('Said better')).toMatchObject([{ is_deleted: true }]);
  });
});

it('lets an educator add, remove and send an image with the keyboard alone', async () => {
  const { page } = chat.educator;
  await open(chat.educator, '/educator/chat');
  const { choose, press, tabTo, expectFocus } = createKeyboard(page);
  const picker = page.getByLabel('Add image');
  const add = async () => {
    await tabTo(picker);
    await choose({ name: 'chart.jpg', mimeType: 'image/jpeg', buffer: await jpeg(640, 400) });
    await page.getByRole('button', { name: 'Remove image' }).waitFor();
    await expectFocus(picker);
  };
  await add();
  await tabTo(page.getByRole('button', { name: 'Remove image' }), 'back');
  await press('Enter');
  await page.getByRole('button', { name: 'Remove image' }).waitFor({ state: 'detached' });
  await add();
  await tabTo(page.getByRole('button', { name: 'Send' }), 'back');
  await press('Enter');
  await message(page, 'Shared an image').last().waitFor();
  await expectFocus(compose(page));
});
