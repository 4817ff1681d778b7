import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deleteMessage, editMessage, sendMessage } from '../../contract/chat/chat-writing.ts';
import { uploadMedia } from '../../contract/media/media.ts';
import { compose, message, openChat, tab } from '../testing/chat-page.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { createPicture } from '../testing/fake-xhr.ts';
import { expectFocus, press, tabTo, type, use } from '../testing/keyboard.ts';
import { educator, reloadApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown, measure } from '../testing/page.ts';

/** Channels for their authors (SPEC §2 to §6). */
const IMAGE_URL = '/media/0123456789abcdef0123456789abcdef.jpg';
let chat: FakeChat;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) });
  chat = new FakeChat(server());
  chat.addEarlier('Dollar soft', 1);
  server().on(uploadMedia, () => ({
    url: IMAGE_URL,
    kind: 'image' as const,
    contentType: 'image/jpeg',
    byteSize: 1_000,
    width: 640,
    height: 400,
  }));
  await openChat('/educator/chat', { as: educator });
});

const write = async (text: string) => {
  await compose().fill(text);
  await press('Enter');
  await expectShown(message(text));
  await expect.element(compose()).toHaveValue('');
  // Each message has a time of its own.
  vi.setSystemTime(Date.now() + 1_000);
};
const editForm = () => page.getByRole('form', { name: 'Edit message' });
const editField = () => editForm().getByRole('textbox');
const edit = (text: string) => message(text).getByRole('button', { name: 'Edit message' }).click();
const askToDelete = (text: string) => message(text).getByRole('button', { name: 'Delete message' }).click();
const question = () => page.getByRole('alertdialog');
const pick = async () => page.getByLabelText('Add image').upload(await createPicture());

describe('a new message', () => {
  it('keeps a message when sending fails and sends it once by a retry, also after a reload', async () => {
    const text = 'Sent twice, said once';
    server().loseAnswer(sendMessage);
    await compose().fill(text);
    await press('Enter');
    await expectShown(page.getByText('Network error. Please try again.'));
    await expect.element(compose()).toHaveValue(text);
    reloadApp();
    await expect.element(compose()).toHaveValue(text);
    await compose().click();
    await press('Enter');
    await expect.element(compose()).toHaveValue('');
    expect(server().callsOf(sendMessage)).toHaveLength(2);
    expect(chat.withText(text)).toHaveLength(1);
  });

  it('keeps a message that is written while another is sent, after a change of the channel', async () => {
    const sending = server().hold(sendMessage);
    await compose().fill('Sent slowly');
    await press('Enter');
    await sending.asked;
    await tab('Exchange Ideas').click();
    await expect.element(compose()).toHaveValue('');
    await tab('Leverage Ideas').click();
    await expect.element(compose()).toHaveValue('Sent slowly');
    await compose().fill('Written meanwhile');
    sending.release();
    await expectShown(message('Sent slowly'));
    await expect.element(compose()).toHaveValue('Written meanwhile');
    await compose().click();
    await press('Enter');
    await expectShown(message('Written meanwhile'));
    await expect.element(compose()).toHaveValue('');
    expect(chat.withText('Sent slowly')).toHaveLength(1);
    expect(chat.withText('Written meanwhile')).toHaveLength(1);
  });

  it('does not send an empty message (§5.18)', async () => {
    await compose().fill('  ');
    await press('Enter');
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
    await write('Not empty');
    expect(server().callsOf(sendMessage)).toHaveLength(1);
  });

  it('sends an image without text, which opens larger (§2.81, §5.19)', async () => {
    await pick();
    await expectShown(page.getByRole('button', { name: 'Remove image' }));
    expect(server().callsOf(uploadMedia)[0]?.query.kind).toBe('image');
    await page.getByRole('button', { name: 'Send' }).click();
    await message('Shared an image')
      .getByRole('button', { name: /full size/ })
      .click();
    const large = page.getByRole('dialog').getByRole('img');
    await expectShown(large);
    await expect.poll(() => (large.element() as HTMLImageElement).naturalWidth).toBe(640);
    expect(chat.withText('Shared an image')).toMatchObject([{ image_url: IMAGE_URL }]);
    await expectGone(page.getByRole('button', { name: 'Remove image', includeHidden: true }));
  });

  it('says that an image was not uploaded when its author changes the channel meanwhile', async () => {
    const uploading = server().hold(uploadMedia);
    await pick();
    await uploading.asked;
    await tab('Exchange Ideas').click();
    await expectShown(page.getByText('Photo not uploaded').first());
    uploading.release();
    await tab('Leverage Ideas').click();
    await expectShown(message('Dollar soft'));
    await expectGone(page.getByRole('button', { name: 'Remove image' }));
  });
});

describe('an edit', () => {
  it('stays over a change of the channel until it is cancelled', async () => {
    await edit('Dollar soft');
    const before = (editField().element() as HTMLTextAreaElement).value;
    expect(before).toBe('Dollar soft 1');
    await editField().fill(`${before} Half a thought`);
    await tab('Exchange Ideas').click();
    await expectGone(message('Dollar soft'));
    await tab('Leverage Ideas').click();
    await edit('Dollar soft');
    await expect.element(editField()).toHaveValue(`${before} Half a thought`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await edit('Dollar soft');
    await expect.element(editField()).toHaveValue(before);
    await press('Escape');
    await expectGone(editField());
    await expectShown(message('Dollar soft'));
  });

  it('stays open when Escape only cancels the text of an input method', async () => {
    await edit('Dollar soft');
    await editField().fill('Dollar soft, and composed');
    const composing = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
    editField().element().dispatchEvent(new KeyboardEvent('keydown', composing));
    await expect.element(editField()).toHaveValue('Dollar soft, and composed');
    await press('Escape');
    await expectGone(editField());
    await expectShown(message('Dollar soft'));
    expect(server().callsOf(editMessage)).toHaveLength(0);
  });

  it('stays open when an earlier one is saved late', async () => {
    await write('Edited slowly');
    await write('Edited meanwhile');
    const saving = server().hold(editMessage);
    await edit('Edited slowly');
    await editField().fill('Saved slowly');
    await press('Enter');
    await saving.asked;
    await edit('Edited meanwhile');
    await editField().fill('Typed meanwhile');
    saving.release();
    await expectShown(message('Saved slowly'));
    await expect.element(editField()).toHaveValue('Typed meanwhile');
    await editForm().getByRole('button', { name: 'Save' }).click();
    await expectShown(message('Typed meanwhile').getByText('(edited)'));
  });

  it('leaves the focus in the compose box when it is saved late', async () => {
    await write('Edited and left');
    const saving = server().hold(editMessage);
    await edit('Edited and left');
    await editField().fill('Saved and left');
    await press('Enter');
    await saving.asked;
    (compose().element() as HTMLElement).focus();
    saving.release();
    await expectGone(editForm());
    await expectFocus(compose());
  });
});

describe('a deletion', () => {
  it('leaves another question open when a late answer arrives (§8.13)', async () => {
    await write('Deleted slowly');
    await write('Asked meanwhile');
    const deleting = server().hold(deleteMessage);
    await askToDelete('Deleted slowly');
    await question().getByRole('button', { name: 'Delete' }).click();
    await deleting.asked;
    await question().getByRole('button', { name: 'Cancel' }).click();
    await expectGone(question());
    await askToDelete('Asked meanwhile');
    await expectShown(question());
    deleting.release();
    // The question hides what is behind it from roles.
    await expectGone(page.getByCss('[role=tabpanel] article').filter({ hasText: 'Deleted slowly' }));
    await expectShown(page.getByText('Message deleted successfully!').first());
    await question().getByRole('button', { name: 'Delete' }).click();
    await expectGone(message('Asked meanwhile'));
    expect(chat.withText('Asked meanwhile')).toMatchObject([{ is_deleted: true }]);
  });

  it('shows an error when it fails, and keeps the message (§8.13)', async () => {
    server().fail(deleteMessage);
    await askToDelete('Dollar soft');
    await question().getByRole('button', { name: 'Delete' }).click();
    await expectShown(page.getByText('Delete failed: Network error. Please try again.').first());
    await expectGone(question());
    await expectShown(message('Dollar soft'));
  });
});

describe('with the keyboard alone', () => {
  it('lets an educator write lines and send them, by Enter and by the button (§5.20)', async () => {
    await tabTo(compose());
    await type('One line');
    const before = measure(compose()).height;
    await press('Shift+Enter');
    await type('and another');
    await expect.element(compose()).toHaveValue('One line\nand another');
    expect(measure(compose()).height).toBeGreaterThan(before + 12);
    await press('Enter');
    await expectShown(message('and another'));
    await expectFocus(compose());
    // The message is shown before the answer to the call, until which the field takes no keys.
    await expect.element(compose()).toHaveValue('');
    await expect.poll(() => (compose().element() as HTMLTextAreaElement).readOnly).toBe(false);
    await type('By the button');
    await use(page.getByRole('button', { name: 'Send' }));
    await expectShown(message('By the button'));
    await expectFocus(compose());
    expect(chat.withText('One line\nand another')).toHaveLength(1);
  });

  it('returns the focus to where a cancelled or saved edit began', async () => {
    await write('By the button');
    const own = message('By the button');
    const button = own.getByRole('button', { name: 'Edit message' });
    await tabTo(button, 'back');
    await press('Enter');
    await expectFocus(editField());
    await type(', never kept');
    await press('Escape');
    await expectFocus(button);
    await press('Space');
    await expectFocus(editField());
    await use(editForm().getByRole('button', { name: 'Cancel' }));
    await expectFocus(button);
    await press('Enter');
    await expectFocus(editField());
    await type(' of the form');
    await press('Enter');
    const edited = message('By the button of the form');
    await expectShown(edited.getByText('(edited)'));
    await expectFocus(edited.getByRole('button', { name: 'Edit message' }));
  });

  it('returns the focus from a cancelled deletion, and moves it to the next message after a confirmed one (§5.22)', async () => {
    await write('To be deleted');
    const removed = message('To be deleted');
    const remove = removed.getByRole('button', { name: 'Delete message' });
    await tabTo(remove, 'back');
    await press('Enter');
    await expectFocus(question().getByRole('button', { name: 'Cancel' }));
    await press('Escape');
    await expectGone(question());
    await expectFocus(remove);
    await press('Enter');
    await use(question().getByRole('button', { name: 'Delete' }));
    await expectGone(removed);
    await expectGone(question());
    await expectFocus(message('Dollar soft'));
    await press('Tab');
    await expectFocus(message('Dollar soft').getByRole('button', { name: 'Edit message' }));
  });
});
