import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listPublicProfiles, type PublicProfile } from '../../../contract/account/profiles.ts';
import { createVideo, deleteVideo, listVideos } from '../../../contract/learn/videos.ts';
import { findViolations } from '../../testing/axe.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { answerUploads } from '../../testing/fake-uploads.ts';
import { FakeVideos } from '../../testing/fake-videos.ts';
import { expectFocus, press, tabTo, type, use } from '../../testing/keyboard.ts';
import { educator, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, readTexts } from '../../testing/page.ts';

/** The video library: what educators add and what customers find. */
let videos: FakeVideos;
beforeEach(() => {
  new FakeIdeas(server());
  videos = new FakeVideos(server());
  server().on(listPublicProfiles, () => []);
});

const LINK = 'https://video.example/range';
const openLibrary = (as?: typeof educator) => openApp('/customer/videos', as ? { as } : {});
const card = (title: string) => page.getByRole('article').filter({ hasText: title });
const cards = () => page.getByRole('article').elements();
const form = () => page.getByCss('form');
const title = () => form().getByLabelText('Title');
const link = () => form().getByLabelText('Video link');
const openForm = () => page.getByRole('button', { name: 'Add a video' });
const addButton = () => page.getByRole('button', { name: 'Add video', exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const confirmation = () => page.getByRole('alertdialog');
const chooseEducator = (name: string) => page.getByLabelText('Educator').selectOptions(name);
const titles = () => [...videos.rows.values()].map((video) => video.title);
/** More videos of one category than fit on a page, the first one the newest. */
const fillLibrary = () => {
  for (let number = 40; number > 0; number--)
    videos.add({ title: `Lesson ${number}`, category: 'Fundamental Analysis', url: LINK, educator_id: '3' });
};

describe('an educator', () => {
  const fill = async (name: string) => {
    await openForm().click();
    await title().fill(name);
    await form().getByLabelText('Category').selectOptions('Crypto');
    await link().fill(LINK);
  };

  it('is led from the account menu to the library', async () => {
    await openApp('/educator/dashboard', { as: educator });
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Videos' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Videos' }));
  });

  it('is told about missing and invalid input, which is kept', async () => {
    server().refuseInvalid(createVideo);
    await openLibrary(educator);
    await openForm().click();
    await title().fill('typed and kept');
    await addButton().click();
    await expectShown(page.getByText('Choose a category').last());
    await form().getByLabelText('Category').selectOptions('Crypto');
    await link().fill('http://video.example/a');
    await addButton().click();
    await expectShown(page.getByText('Video link must start with https://'));
    await expect.element(title()).toHaveValue('typed and kept');
    expect(await findViolations()).toEqual([]);
    expect(titles()).toEqual([]);
  });

  it('is not told that a video which was uploaded is optional', async () => {
    answerUploads(server());
    await openLibrary(educator);
    await openForm().click();
    await form()
      .getByLabelText('Or add a video file')
      .upload(new File(['frames'], 'a.webm', { type: 'video/webm' }));
    await expectShown(form().getByRole('button', { name: 'Remove the video' }));
    expect(readTexts(form().getByCss('legend'))).toEqual(['Video']);
  });

  it('sees no buttons on the videos of others', async () => {
    videos.add({ title: 'Of somebody else', category: 'Crypto', url: LINK, educator_id: '1' });
    await openLibrary(educator);
    await expectShown(card('Of somebody else'));
    await expectGone(page.getByRole('button', { name: /Of somebody else/ }));
  });

  it('adds one video and deletes it although the first answers are lost', async () => {
    await openLibrary(educator);
    server().loseAnswer(createVideo);
    await fill('Added once');
    await addButton().click();
    await expectShown(page.getByText('Network error. Please try again.'));
    await addButton().click();
    await expectShown(card('Added once'));
    expect(titles()).toEqual(['Added once']);

    server().loseAnswer(deleteVideo);
    await button('Delete Added once').click();
    const confirm = confirmation().getByRole('button', { name: 'Delete' });
    await confirm.click();
    await expectShown(page.getByRole('region', { name: 'Messages' }).getByText('Network error').first());
    await confirm.click();
    await expectGone(confirmation());
    await expectGone(card('Added once'));
    expect(titles()).toEqual([]);
  });

  it('gets an empty form again once a video was added, also while the library is slow', async () => {
    await openLibrary(educator);
    await fill('Added on a slow network');
    const loading = server().hold(listVideos);
    await addButton().click();
    await loading.asked;
    await expectGone(title());
    await openForm().click();
    await expect.element(title()).toHaveValue('');
    await button('Cancel').click();
    loading.release();
    await expectShown(card('Added on a slow network'));
  });

  it('adds a video by keyboard, and gets the focus back', async () => {
    await openLibrary(educator);
    await use(openForm());
    await expectFocus(title());
    await use(button('Cancel'));
    await expectFocus(openForm());
    await press('Enter');
    await expectFocus(title());
    await type('By keys');
    await tabTo(form().getByLabelText('Category'));
    await type('Crypto');
    await tabTo(link());
    await type(LINK);
    await press('Enter');
    await expectShown(card('By keys'));
    await expectFocus(openForm());
    expect([...videos.rows.values()]).toMatchObject([{ title: 'By keys', category: 'Crypto', url: LINK }]);
  });

  it('changes and deletes an own video by keyboard', async () => {
    for (const name of ['Stays', 'By keys']) videos.add({ title: name, category: 'Crypto', url: LINK });
    await openLibrary(educator);
    await use(button('Edit By keys'));
    await expectFocus(title());
    await use(button('Cancel'));
    await expectFocus(button('Edit By keys'));
    await press('Enter');
    await press('Control+a');
    await type('Changed by keys');
    await use(button('Save changes'));
    await expectShown(card('Changed by keys'));
    expect(titles()).toEqual(['Stays', 'Changed by keys']);

    await use(button('Delete Changed by keys'));
    await expectShown(page.getByText('Are you sure you want to delete this video?'));
    await use(confirmation().getByRole('button', { name: 'Delete' }));
    await expectGone(confirmation());
    await expectGone(card('Changed by keys'));
    await expect.element(card('Stays')).toHaveFocus();
    expect(titles()).toEqual(['Stays']);
  });
});

describe('a customer', () => {
  it('filters videos by category and educator, and opens a link in a new tab without an opener', async () => {
    videos.add({ title: 'Of another category', category: 'Crypto', url: LINK });
    videos.add({ title: 'Reading a range', category: 'Technical Analysis', url: LINK });
    await openLibrary();
    await expectShown(card('Of another category'));
    await expectGone(openForm());
    await page.getByLabelText('Category', { exact: true }).selectOptions('Technical Analysis');
    await expectGone(card('Of another category'));
    const watch = card('Reading a range').getByRole('link', { name: 'Watch on video.example' });
    const { href, target, rel } = watch.element() as HTMLAnchorElement;
    expect([href, target, rel]).toEqual([LINK, '_blank', 'noopener noreferrer']);
    await chooseEducator('Maya Okafor');
    await expectShown(page.getByText('No videos here yet'));
    await chooseEducator('Daniel Brandt');
    await expectShown(watch);
  });

  it.each([true, false])('sees the profile of an educator only if it is public: %s', async (isPublic) => {
    videos.add({ title: 'Reading a range', category: 'Crypto', url: LINK });
    const profile: PublicProfile = {
      user_id: 'edu-2',
      educator_id: '2',
      role: 'educator',
      first_name: 'Daniel',
      last_name: 'Brandt',
      display_name: 'Daniel the Trader',
      bio: 'Waits for the open.',
      specialty: 'Swing Trading',
      years_experience: 1,
      trading_style: '',
      timezone: '',
      is_public: true,
      updated_at: '2026-11-20T12:00:00.000Z',
      profile_image: null,
    };
    server().on(listPublicProfiles, () => (isPublic ? [profile] : []));
    await openLibrary();
    await expectShown(card('Reading a range'));
    await chooseEducator('Daniel Brandt');
    const about = page.getByRole('region', { name: 'About Daniel the Trader' });
    if (isPublic) {
      await expectShown(about.getByText('Waits for the open.'));
      await expectShown(about.getByText('1 year of experience'));
    } else {
      await expect.poll(() => server().callsOf(listPublicProfiles).length).toBeGreaterThan(0);
      await expectGone(about);
    }
  });

  it('sees a long library page by page, also when a page fails to load', async () => {
    fillLibrary();
    await openLibrary();
    await expectShown(card('Lesson 29'));
    expect(cards()).toHaveLength(30);
    const older = button('Show older videos');
    const failing = server().fail(listVideos);
    await older.click();
    await expectShown(page.getByRole('alert').getByText('Failed to get videos'));
    expect(cards()).toHaveLength(30);
    failing.repair();
    await older.click();
    await expectShown(card('Lesson 40'));
    await expectGone(older);
    expect(cards()).toHaveLength(40);
  });

  it('retries, filters the library and loads older videos by keyboard', async () => {
    fillLibrary();
    server().failUntilPressed(listVideos);
    await openLibrary();
    await expectShown(page.getByText('Failed to get videos'));
    await use(button('Retry'));
    await expectShown(page.getByRole('article').first());
    // The videos replace the button.
    const main = page.getByRole('main').element();
    await expect
      .poll(() => main !== document.activeElement && main.contains(document.activeElement))
      .toBe(true);
    await tabTo(page.getByLabelText('Category', { exact: true }), 'back');
    await type('Fundamental');
    await expect
      .element(page.getByLabelText('Category', { exact: true }))
      .toHaveValue('Fundamental Analysis');
    const older = button('Show older videos');
    // It comes with the answer to the filter.
    await expectShown(older);
    expect(cards()).toHaveLength(30);
    older.element().focus();
    await press('Enter');
    const first = page.getByRole('article').nth(30);
    await expect.element(first).toHaveFocus();
    await press('Tab');
    await expectFocus(first.getByRole('link'));
  });
});
