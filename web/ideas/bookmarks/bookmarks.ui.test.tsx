import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listBookmarks, putBookmark } from '../../../contract/ideas/bookmarks.ts';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { findViolationsInBothThemes } from '../../testing/axe.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { FakeReader } from '../../testing/fake-reader.ts';
import { openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, lookAgain, nextFrame } from '../../testing/page.ts';

/** Bookmarks and private notes of ideas. */
let ideas: FakeIdeas;
let reader: FakeReader;
let idea: TradeIdea;
beforeEach(async () => {
  ideas = new FakeIdeas(server());
  reader = new FakeReader(server(), ideas);
  idea = ideas.publish({ pair: 'EUR/NOK' });
  await openApp(`/ideas/${idea.id}`);
  await expectShown(page.getByRole('heading', { level: 1, name: 'EUR/NOK' }));
});

const bookmark = (pressed: boolean) => page.getByRole('button', { name: 'Bookmark EUR/NOK', pressed });
const setBookmark = async (pressed: boolean) => {
  await bookmark(!pressed).click();
  await expectShown(bookmark(pressed));
};
const addNote = () => page.getByRole('button', { name: 'Add private note' });
const editNote = () => page.getByRole('button', { name: 'Edit private note' });
const note = () => page.getByRole('textbox', { name: 'Private note' });
const saveNote = () => page.getByRole('button', { name: 'Save note' });
const storedNote = () => reader.bookmarks.get(idea.id)?.note;

describe('a bookmark', () => {
  it('is kept, listed with its note and updated live, and is removed from the list (§2.49)', async () => {
    await setBookmark(true);
    await addNote().click();
    await note().fill('Only above 11.60.\nNot before the rate decision.');
    await saveNote().click();
    await expectShown(editNote());
    expect(reader.bookmarks.get(idea.id)).toMatchObject({ is_bookmarked: true });
    await openApp('/customer/bookmarks');
    await expectShown(page.getByText('Not before the rate decision.'));
    // A change reaches the open page.
    await expectLive();
    ideas.change(idea.id, { status: 'successful', result_level: 'exit_1' });
    await expectShown(page.getByText('Successful', { exact: true }));

    await page.getByRole('link', { name: 'EUR/NOK' }).click();
    await expect.poll(() => location.pathname).toBe(`/ideas/${idea.id}`);
    await editNote().click();
    await note().fill('');
    await saveNote().click();
    await expectShown(addNote());
    await openApp('/customer/bookmarks');
    await page.getByRole('button', { name: 'Bookmark EUR/NOK' }).click();
    await expectShown(page.getByRole('heading', { name: 'No bookmarks yet' }));
    await expect.poll(() => reader.bookmarks.size).toBe(0);
  });

  it('keeps a note that was written elsewhere', async () => {
    await expect.element(bookmark(false)).toBeEnabled();
    reader.keep(idea.id, { note: 'From my phone' });
    await bookmark(false).click();
    await expectShown(page.getByText('From my phone'));
    expect(reader.bookmarks.get(idea.id)).toMatchObject({ is_bookmarked: true, note: 'From my phone' });
  });

  it('that was set on another device is shown when the page is looked at again', async () => {
    await expect.element(bookmark(false)).toBeEnabled();
    reader.keep(idea.id, { is_bookmarked: true });
    lookAgain();
    await expectShown(bookmark(true));
  });

  it('shows the latest change while the list is loaded after the one before', async () => {
    await expect.element(bookmark(false)).toBeEnabled();
    const [first, second, asked] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    server().on(putBookmark, async ({ body: { is_bookmarked = false } }) => {
      if (!is_bookmarked) asked.resolve();
      await (is_bookmarked ? first : second).promise;
      reader.keep(idea.id, { is_bookmarked });
      return { success: true as const };
    });
    await setBookmark(true);
    await setBookmark(false);
    const loads = server().callsOf(listBookmarks).length;
    first.resolve();
    await asked.promise;
    // The list is loaded again after the first change, and has it.
    await expect.poll(() => server().callsOf(listBookmarks).length).toBeGreaterThan(loads);
    expect(reader.bookmarks.get(idea.id)?.is_bookmarked).toBe(true);
    await nextFrame();
    await expectShown(bookmark(false));
    await expectGone(bookmark(true));
    second.resolve();
    await expect.poll(() => reader.bookmarks.size).toBe(0);
    await expectShown(bookmark(false));
  });

  it('is taken back when it is not saved', async () => {
    server().fail(putBookmark);
    await bookmark(false).click();
    await expectShown(page.getByText('Bookmark not saved', { exact: true }).first());
    await expectShown(bookmark(false));
  });
});

it('lists bookmarks with notes accessibly in both themes', async () => {
  reader.keep(idea.id, { is_bookmarked: true, note: 'Only above 11.60.' });
  reloadApp();
  await openApp('/customer/bookmarks');
  await expectShown(page.getByText('Only above 11.60.'));
  expect(await findViolationsInBothThemes()).toEqual([]);
});

describe('a private note', () => {
  it('keeps what was typed when its page is left, without taking the focus', async () => {
    await addNote().click();
    await note().fill('Only above 11.60.\nNot before the rate decision.');
    await page.getByRole('link', { name: 'Back to Markets' }).click();
    await expect.poll(() => location.pathname).toBe('/customer/dashboard');
    history.back();
    await expect.element(note()).toHaveValue('Only above 11.60.\nNot before the rate decision.');
    // Nobody has asked to write now.
    expect(document.activeElement).not.toBe(note().element());
    await saveNote().click();
    await expectShown(editNote());
    expect(storedNote()).toBe('Only above 11.60.\nNot before the rate decision.');
  });

  it('keeps what is added while it is saved, after leaving and returning', async () => {
    await addNote().click();
    await note().fill('Saved first.');
    const saving = server().hold(putBookmark);
    await saveNote().click();
    await saving.asked;
    await page.getByRole('link', { name: 'Back to Markets' }).click();
    await expect.poll(() => location.pathname).toBe('/customer/dashboard');
    history.back();
    await note().fill('Saved first. Added later.');
    const loads = server().callsOf(listBookmarks).length;
    saving.release();
    await expect.poll(() => server().callsOf(listBookmarks).length).toBeGreaterThan(loads);
    await expect.poll(storedNote).toBe('Saved first.');
    await expect.element(note()).toHaveValue('Saved first. Added later.');
    await saveNote().click();
    await expectShown(editNote());
    expect(storedNote()).toBe('Saved first. Added later.');
  });

  it('says that it was not saved, and keeps the text', async () => {
    await addNote().click();
    await note().fill('Keep me.');
    // Nothing can be fetched either.
    server().fail(listBookmarks);
    server().fail(putBookmark);
    await saveNote().click();
    await expectShown(page.getByText('Network error. Please try again.'));
    await expect.element(note()).toHaveValue('Keep me.');
    expect(storedNote()).toBeUndefined();
  });
});
