import { describe, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import { chat, compose, message, open, selectMessages, setUpRooms, write } from './chat-rooms.ts';
import { holdCalls, loseAnswer } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { BLANK_PATH } from './people.ts';

/** Channels for their authors, and what readers see live (SPEC §2 to §6). */
setUpRooms();

describe('a message', () => {
  it('shows, changes and removes a message for readers without a reload', async () => {
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

  it('keeps a message when sending fails and sends it once by a retry, also after a reload', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    const text = 'Sent twice, said once';
    await loseAnswer(page, '**/api/chat/rooms/*/messages', 'POST');
    await compose(page).fill(text);
    await compose(page).press('Enter');
    await page.getByText('Network error. Please try again.').waitFor();
    await expect.poll(() => compose(page).inputValue()).toBe(text);
    await page.reload();
    await expect.poll(() => compose(page).inputValue()).toBe(text);
    await compose(page).press('Enter');
    await expect.poll(() => compose(page).inputValue()).toBe('');
    await expect.poll(() => selectMessages(text)).toHaveLength(1);
  });

  it('keeps a message that is written while another is sent, after a change of the channel', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    const sending = await holdCalls(page, '**/api/chat/rooms/*/messages', 'POST');
    await compose(page).fill('Sent slowly');
    await compose(page).press('Enter');
    await sending.asked;
    await page.getByRole('tab', { name: 'Exchange Ideas' }).click();
    await expect.poll(() => compose(page).inputValue()).toBe('');
    await page.getByRole('tab', { name: 'Leverage Ideas' }).click();
    await expect.poll(() => compose(page).inputValue()).toBe('Sent slowly');
    await compose(page).fill('Written meanwhile');
    sending.release();
    await message(page, 'Sent slowly').waitFor();
    await expect.poll(() => compose(page).inputValue()).toBe('Written meanwhile');
    await compose(page).press('Enter');
    await message(page, 'Written meanwhile').waitFor();
    await expect.poll(() => compose(page).inputValue()).toBe('');
    expect(await selectMessages('Sent slowly')).toHaveLength(1);
    expect(await selectMessages('Written meanwhile')).toHaveLength(1);
  });

  it('leaves another edit and another question open when a late answer arrives', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    const edit = page.getByRole('form', { name: 'Edit message' });
    await write(page, 'Edited slowly');
    await write(page, 'Edited meanwhile');
    const saving = await holdCalls(page, '**/api/chat/messages/*', 'PUT');
    await message(page, 'Edited slowly').getByRole('button', { name: 'Edit message' }).click();
    await edit.getByRole('textbox').fill('Saved slowly');
    await edit.getByRole('textbox').press('Enter');
    await saving.asked;
    await message(page, 'Edited meanwhile').getByRole('button', { name: 'Edit message' }).click();
    await edit.getByRole('textbox').fill('Typed meanwhile');
    saving.release();
    await message(page, 'Saved slowly').waitFor();
    await expect.poll(() => edit.getByRole('textbox').inputValue()).toBe('Typed meanwhile');
    await edit.getByRole('button', { name: 'Save' }).click();
    await message(page, 'Typed meanwhile').getByText('(edited)').waitFor();

    const deleting = await holdCalls(page, '**/api/chat/messages/*', 'DELETE');
    const ask = page.getByRole('alertdialog');
    await message(page, 'Saved slowly').getByRole('button', { name: 'Delete message' }).click();
    await ask.getByRole('button', { name: 'Delete' }).click();
    await deleting.asked;
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    await message(page, 'Typed meanwhile').getByRole('button', { name: 'Delete message' }).click();
    await ask.waitFor();
    deleting.release();
    await message(page, 'Saved slowly').waitFor({ state: 'detached' });
    await ask.getByRole('button', { name: 'Delete' }).click();
    await message(page, 'Typed meanwhile').waitFor({ state: 'detached' });
  });

  it('leaves the focus in the compose box when an edit is saved late', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    await write(page, 'Edited and left');
    const saving = await holdCalls(page, '**/api/chat/messages/*', 'PUT');
    await message(page, 'Edited and left').getByRole('button', { name: 'Edit message' }).click();
    const edit = page.getByRole('form', { name: 'Edit message' });
    await edit.getByRole('textbox').fill('Saved and left');
    await edit.getByRole('textbox').press('Enter');
    await saving.asked;
    await compose(page).focus();
    saving.release();
    await edit.waitFor({ state: 'detached' });
    await createKeyboard(page).expectFocus(compose(page));
  });

  it('keeps an edit over a change of the channel and a reload, until it is cancelled', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    const own = message(page, 'Dollar soft');
    const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox');
    const edit = () => own.getByRole('button', { name: 'Edit message' }).click();
    await edit();
    const before = await field.inputValue();
    await field.fill(`${before} Half a thought`);
    await page.getByRole('tab', { name: 'Exchange Ideas' }).click();
    await own.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Leverage Ideas' }).click();
    await edit();
    await expect.poll(() => field.inputValue()).toBe(`${before} Half a thought`);
    await page.reload();
    await edit();
    await expect.poll(() => field.inputValue()).toBe(`${before} Half a thought`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await edit();
    await expect.poll(() => field.inputValue()).toBe(before);
    await field.press('Escape');
    await own.waitFor();
  });

  it('says that a message was changed on another device since the draft of an edit', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    await write(page, 'Edited on two devices');
    const edit = page.getByRole('form', { name: 'Edit message' });
    await message(page, 'Edited on two devices').getByRole('button', { name: 'Edit message' }).click();
    await edit.getByRole('textbox').fill('Edited here');
    await page.goto(BLANK_PATH);
    await chat.app.database.pool.query(
      "update chat_messages set message = 'Edited there' where message = 'Edited on two devices'",
    );
    await open(chat.educator, '/educator/chat');
    await message(page, 'Edited there').getByRole('button', { name: 'Edit message' }).click();
    await expect.poll(() => edit.getByRole('textbox').inputValue()).toBe('Edited here');
    await edit.getByText('Changed while you were editing').waitFor();
    await edit.getByRole('button', { name: 'Save' }).click();
    await message(page, 'Edited here').waitFor();
  });

  it('says that an image was not uploaded when its author changes the channel meanwhile', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    const uploading = await holdCalls(page, '**/api/media?*', 'POST');
    await page
      .getByLabel('Add image')
      .setInputFiles({ name: 'chart.jpg', mimeType: 'image/jpeg', buffer: await jpeg(640, 400) });
    await uploading.asked;
    await page.getByRole('tab', { name: 'Exchange Ideas' }).click();
    await page.getByText('Photo not uploaded').first().waitFor();
    uploading.release();
  });

  it('keeps an edit when Escape only cancels the text of an input method', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    await message(page, 'Dollar soft').getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox');
    await field.fill('Dollar soft, and composed');
    await field.dispatchEvent('keydown', { key: 'Escape', isComposing: true });
    await expect.poll(() => field.inputValue()).toBe('Dollar soft, and composed');
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    await message(page, 'Dollar soft').waitFor();
  });

  it('does not send an empty message, and shows an error for a failed deletion', async () => {
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/chat/')) posts++;
    });
    await compose(page).fill('  ');
    await compose(page).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    expect(posts).toBe(0);

    await page.route('**/api/chat/messages/*', (route) => route.abort());
    await message(page, 'Dollar soft').getByRole('button', { name: 'Delete message' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete failed: Network error. Please try again.').first().waitFor();
    await message(page, 'Dollar soft').waitFor();
  });

  it('sends an image without text, which opens larger', async () => {
    await open(chat.customer, '/customer/chat');
    await open(chat.educator, '/educator/chat');
    const { page } = chat.educator;
    await page
      .getByLabel('Add image')
      .setInputFiles({ name: 'chart.jpg', mimeType: 'image/jpeg', buffer: await jpeg(640, 400) });
    await page.getByRole('button', { name: 'Remove image' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    const seen = message(chat.customer.page, 'Shared an image');
    await seen.getByRole('button', { name: /full size/ }).click();
    const large = chat.customer.page.getByRole('dialog').getByRole('img');
    await large.waitFor();
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await expect
      .poll(() => selectMessages('Shared an image'))
      .toMatchObject([{ image_url: expect.stringMatching(/^\/media\//) }]);
    await page.getByRole('button', { name: 'Remove image' }).waitFor({ state: 'detached' });
  });
});

it('lets an educator write, send, edit and delete with the keyboard alone', async () => {
  const { page } = chat.educator;
  await open(chat.educator, '/educator/chat');
  const { press, tabTo, type, use, expectFocus } = createKeyboard(page);
  await tabTo(compose(page));
  await type('One line');
  await press('Shift+Enter');
  await type('and another');
  await expect.poll(() => compose(page).inputValue()).toBe('One line\nand another');
  await press('Enter');
  await message(page, 'and another').waitFor();
  await expectFocus(compose(page));
  // The message is shown before the answer to the call, until which the field takes no keys.
  await expect.poll(() => compose(page).inputValue()).toBe('');
  await expect.poll(() => compose(page).isEditable()).toBe(true);
  await type('By the button');
  await use(page.getByRole('button', { name: 'Send' }));
  await message(page, 'By the button').waitFor();
  await expectFocus(compose(page));

  // An edit, cancelled and saved: both return to where it began.
  const own = message(page, 'By the button');
  const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox');
  await tabTo(own.getByRole('button', { name: 'Edit message' }), 'back');
  await press('Enter');
  await expectFocus(field);
  await type(', never kept');
  await press('Escape');
  await expectFocus(own.getByRole('button', { name: 'Edit message' }));
  await press('Space');
  await expectFocus(field);
  await use(page.getByRole('form', { name: 'Edit message' }).getByRole('button', { name: 'Cancel' }));
  await expectFocus(own.getByRole('button', { name: 'Edit message' }));
  await press('Enter');
  await expectFocus(field);
  await type(' of the form');
  await press('Enter');
  const edited = message(page, 'By the button of the form');
  await edited.getByText('(edited)').waitFor();
  await expectFocus(edited.getByRole('button', { name: 'Edit message' }));

  // A deletion, cancelled and confirmed.
  const ask = page.getByRole('alertdialog');
  const remove = edited.getByRole('button', { name: 'Delete message' });
  await use(remove);
  await expectFocus(ask.getByRole('button', { name: 'Cancel' }));
  await press('Escape');
  await ask.waitFor({ state: 'detached' });
  await expectFocus(remove);
  await press('Enter');
  await use(ask.getByRole('button', { name: 'Delete' }));
  await edited.waitFor({ state: 'detached' });
  await ask.waitFor({ state: 'detached' });
  await expectFocus(message(page, 'and another'));
  await press('Tab');
  await expectFocus(message(page, 'and another').getByRole('button', { name: 'Edit message' }));
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
