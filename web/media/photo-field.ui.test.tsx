import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { mediaMessages, uploadMedia } from '../../contract/media/media.ts';
import { fillForm, ideaForm, notesField, publishButton, typedIdea } from '../testing/educator-form.ts';
import { NetworkFailure } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { answerUploads } from '../testing/fake-uploads.ts';
import { createPicture } from '../testing/fake-xhr.ts';
import { press } from '../testing/keyboard.ts';
import { educator, openApp, reloadApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown, nextFrame, toast } from '../testing/page.ts';

/** SPEC §5: the photos of the idea form. */
let ideas: FakeIdeas;
beforeEach(async () => {
  ideas = new FakeIdeas(server());
  answerUploads(server());
  await openApp('/educator/ideas/new', { as: educator });
  await expect.element(ideaForm().getByLabelText('Add photos')).toBeInTheDocument();
});

const button = (name: string) => ideaForm().getByRole('button', { name, exact: true });
/** Picks files as the file chooser does, without sending them through the test runner. */
const pick = (...files: File[]) => {
  const input = ideaForm().getByLabelText('Add photos').element() as HTMLInputElement;
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};
const tiles = () => ideaForm().getByRole('list', { name: 'Photos' }).getByRole('listitem');
const stored = () =>
  tiles()
    .elements()
    .flatMap((item) => item.getAttribute('data-photo') ?? []);
const waitForStored = (count: number) => expect.poll(() => stored().length).toBe(count);
const addThree = async () => {
  pick(await createPicture(300, 300), await createPicture(301, 300), await createPicture(302, 300));
  await waitForStored(3);
  return stored();
};
const progress = () => ideaForm().getByRole('progressbar', { name: 'Uploading the photo' });

/** Drops or pastes files like the operating system. */
const hand = (how: 'drop' | 'paste', file: File) => {
  const data = new DataTransfer();
  data.items.add(file);
  const options = { bubbles: true, cancelable: true };
  const event =
    how === 'drop'
      ? new DragEvent('drop', { ...options, dataTransfer: data })
      : new ClipboardEvent('paste', { ...options, clipboardData: data });
  notesField().element().dispatchEvent(event);
};
/** Width and height of the uploaded photos. */
const uploadedSizes = () =>
  Promise.all(
    server()
      .callsOf(uploadMedia)
      .map(async ({ body }) => {
        const { width, height } = await createImageBitmap((body as unknown as FormData).get('file') as File);
        return [width, height];
      }),
  );

/** Chromium encodes pictures in the idle time of the page, of which a busy machine leaves little. */
const ENCODING_MS = 60_000;
vi.setConfig({ testTimeout: ENCODING_MS });
afterAll(() => vi.resetConfig());

it('adds photos by browsing, dropping and pasting, up to three, 800 pixels wide at most (§5.10, §5.11, §9.3)', async () => {
  pick(await createPicture(1200, 600), await createPicture(400, 300));
  await waitForStored(2);
  hand('drop', await createPicture(400, 300));
  await waitForStored(3);
  hand('paste', await createPicture(400, 300));
  await expectShown(toast('Upload limit reached', 'You can upload maximum 3 photos per trade idea'));
  expect(stored()).toHaveLength(3);
  expect(await uploadedSizes()).toEqual([
    [800, 400],
    [400, 300],
    [400, 300],
  ]);
  for (const { query } of server().callsOf(uploadMedia)) expect(query.kind).toBe('image');
});

it('keeps the width of a long screenshot', async () => {
  pick(await createPicture(1080, 12_000));
  await expect.poll(uploadedSizes, { timeout: ENCODING_MS }).toEqual([[800, 8889]]);
});

it('says when a very tall photo had to be made narrower', async () => {
  pick(await createPicture(800, 16_000));
  await expect
    .element(
      toast('Photo made narrower', 'It is very tall, so it is 632 pixels wide. Cut it to keep its details.'),
      { timeout: ENCODING_MS },
    )
    .toBeVisible();
  await expect.poll(uploadedSizes, { timeout: ENCODING_MS }).toEqual([[632, 12_649]]);
});

it('names HEIC when the browser can not decode it', async () => {
  pick(new File(['not decoded'], 'IMG_0001.HEIC'));
  const { title, text } = mediaMessages.heic;
  await expectShown(toast(title, text));
});

it('takes a photo from the file chooser, and one from the clipboard', async () => {
  await ideaForm()
    .getByLabelText('Add photos')
    .upload(await createPicture(400, 300));
  await waitForStored(1);
  hand('paste', await createPicture(400, 300));
  await waitForStored(2);
});

it('uploads three photos one or two at a time, in their order', async () => {
  const started: number[] = [];
  let inFlight = 0;
  answerUploads(server(), async () => {
    started.push(++inFlight);
    // Time for others to start.
    await nextFrame();
    inFlight -= 1;
  });
  await addThree();
  expect(started).toHaveLength(3);
  expect(Math.max(...started)).toBeLessThanOrEqual(2);
  expect((await uploadedSizes()).map(([width]) => width)).toEqual([300, 301, 302]);
});

it.each([
  ['a text', 'a.txt', 'text/plain', ['x'], 'Invalid file type', 'Please upload only image files'],
  ['a drawing', 'a.svg', 'image/svg+xml', ['<svg/>'], 'Invalid file type', 'Please upload only image files'],
  [
    'a photo of 11 MB',
    'a.png',
    'image/png',
    [new Uint8Array(11 * 1024 * 1024)],
    'File too large',
    'Please upload images smaller than 10MB',
  ],
  [
    'a damaged photo',
    'a.png',
    'image/png',
    ['not a picture'],
    'Image processing failed',
    'Please try a different image',
  ],
])(
  'rejects %s with the message of SPEC §5 (§5.10, §8.8, §8.9, §8.10, §8.11)',
  async (_, name, type, parts, title, text) => {
    pick(new File(parts as BlobPart[], name, { type }));
    await expectShown(toast(title, text));
    await expectGone(tiles());
    expect(server().callsOf(uploadMedia)).toEqual([]);
  },
);

it('does not put photos in flight into a cleared form', async () => {
  await notesField().fill('Not this one');
  const uploading = server().hold(uploadMedia);
  pick(await createPicture());
  await expectShown(progress());
  await uploading.asked;
  await button('Clear').click();
  await expectGone(progress());
  uploading.release();
  // A later photo would come after it.
  pick(await createPicture());
  await waitForStored(1);
  expect(tiles().elements()).toHaveLength(1);
});

it('shows the progress of photos, retries them, and blocks publishing meanwhile', async () => {
  const uploading = Promise.withResolvers<void>();
  answerUploads(server(), async () => {
    await uploading.promise;
    throw new NetworkFailure();
  });
  pick(await createPicture());
  await expectShown(progress());
  await expect.poll(() => tiles().element().querySelector('img')?.src).toMatch(/^blob:/);
  await fillForm({ ...typedIdea, Notes: 'Not yet' });
  await press('Control+Enter');
  const wait = ideaForm().getByText('Wait for the upload or recording to finish');
  await expectShown(wait);
  expect(ideas.rows.size).toBe(0);
  uploading.resolve();
  await expectShown(ideaForm().getByText('Network error. Please try again.'));
  answerUploads(server());
  await button('Try again').click();
  await waitForStored(1);
  await expectGone(wait);
  await publishButton().click();
  await expect.poll(() => [...ideas.rows.values()].map(({ image_urls }) => image_urls?.length)).toEqual([1]);
});

it('moves photos by keyboard, keeps the focus on the button and says where they are', async () => {
  const [a, b, c] = await addThree();
  (button('Move photo 1 right').element() as HTMLElement).focus();
  await press('Enter');
  await expect.poll(stored).toEqual([b, a, c]);
  await expect.element(button('Move photo 2 right')).toHaveFocus();
  await press('Enter');
  await expect.poll(stored).toEqual([b, c, a]);
  await expect.element(ideaForm().getByText('Photo moved to position 3 of 3')).toBeInTheDocument();
});

it('keeps the order after a reload', async () => {
  const [a, b, c] = await addThree();
  await button('Move photo 3 left').click();
  await button('Move photo 2 left').click();
  await expect.poll(stored).toEqual([c, a, b]);
  await expect.element(tiles().first()).toHaveAttribute('aria-label', 'Photo 1, cover');
  reloadApp();
  await expect.poll(stored).toEqual([c, a, b]);
  await button('Remove photo 2').click();
  await expect.poll(stored).toEqual([c, b]);
});
