import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { uploadMedia } from '../../contract/media/media.ts';
import { ideaForm, notesField } from '../testing/educator-form.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { answerUploads } from '../testing/fake-uploads.ts';
import { educator, openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown } from '../testing/page.ts';

/** DESIGN §8: the video of the idea form, a link or a file. That a real file is stored is tested end to end. */
beforeEach(async () => {
  new FakeIdeas(server());
  answerUploads(server());
  await openApp('/educator/ideas/new', { as: educator });
  await expectShown(link());
});

const link = () => ideaForm().getByLabelText('Video link');
const file = () => ideaForm().getByLabelText('Or add a video file');
const button = (name: string) => ideaForm().getByRole('button', { name, exact: true });
const pick = () => file().upload(new File(['frames'], 'a.webm', { type: 'video/webm' }));

it('offers a file only without a link', async () => {
  await link().fill('https://example.org/watch');
  await expectGone(file());
  await link().fill('');
  await expect.element(file()).toBeInTheDocument();
});

it('shows an uploaded video, which can be removed', async () => {
  await pick();
  const video = () => ideaForm().getByCss('video').element() as HTMLVideoElement;
  await expectShown(button('Remove the video'));
  await expect.poll(() => video().videoWidth).toBeGreaterThan(0);
  expect(server().callsOf(uploadMedia)[0]?.query.kind).toBe('video');
  await button('Remove the video').click();
  await expectShown(link());
});

it('says that a video whose upload failed is lost when the form is cleared', async () => {
  await notesField().fill('With a video');
  const uploading = server().fail(uploadMedia);
  await pick();
  await expectShown(button('Try again'));
  uploading.repair();
  await button('Clear').click();
  await expectShown(page.getByText('Video not uploaded').first());
  expect(server().callsOf(uploadMedia)).toHaveLength(1);
});
