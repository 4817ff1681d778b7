import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { uploadMedia } from '../../contract/media/media.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { ideaForm, notesField } from '../testing/educator-form.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { fakeMicrophone } from '../testing/fake-microphone.ts';
import { answerUploads } from '../testing/fake-uploads.ts';
import { createPicture } from '../testing/fake-xhr.ts';
import { educator, openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown, toast } from '../testing/page.ts';

/** DESIGN §8: the voice explanation of the idea form. That a real microphone is heard is tested end to end. */
beforeEach(async () => {
  new FakeIdeas(server());
  answerUploads(server());
  fakeMicrophone();
  await openApp('/educator/ideas/new', { as: educator });
  await expectShown(button('Record'));
});

const button = (name: string) => ideaForm().getByRole('button', { name, exact: true });
const panel = () => ideaForm().getByRole('region', { name: 'Recording' });
const panelButton = (name: string) => panel().getByRole('button', { name });
const time = (): Locator => panel().getByText(/ of 10:00$/);
const player = () => ideaForm().getByCss('audio');
const record = async () => {
  await button('Record').click();
  await expectShown(panel());
};
/** Lets the recorder's clock jump by this much. */
const passTime = (ms: number) => {
  const { now } = Performance.prototype;
  const jump = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ms);
  onTestFinished(() => jump.mockRestore());
};

describe('a recording', () => {
  it('shows what it hears, pauses, is saved, and is removed', async () => {
    await record();
    const loudest = () =>
      Math.max(
        ...panel()
          .getByCss('[aria-hidden=true] > span')
          .elements()
          // A scale of "1 1" reads "1".
          .map((bar) => Number((bar as HTMLElement).style.scale.split(' ').at(-1))),
      );
    // A silent bar is 0.1 high.
    await expect.poll(loudest).toBeGreaterThan(0.1);
    await panelButton('Pause').click();
    await expectShown(panel().getByText(/^Paused/));
    await panelButton('Resume').click();
    await expectShown(panel().getByText(/^Recording/));
    await panelButton('Stop and save').click();
    await expectShown(player());
    const [{ query, body } = {}] = server().callsOf(uploadMedia);
    expect(query?.kind).toBe('audio');
    expect(((body as unknown as FormData).get('file') as File).size).toBeGreaterThan(0);
    await button('Remove the voice explanation').click();
    await expectShown(button('Record'));
  });

  it('counts the time also while the page is too busy to show it', async () => {
    await record();
    const seen: (string | null)[] = [];
    const observer = new MutationObserver(() => seen.push(time().element().textContent));
    observer.observe(time().element(), { subtree: true, characterData: true, childList: true });
    // Ticks that were missed would have to be waited for.
    passTime(30_000);
    await expectShown(panel().getByText(/^0:3\d of 10:00$/));
    observer.disconnect();
    expect(seen.filter((text) => /^0:(0[2-9]|[12]\d) /.test(text ?? ''))).toEqual([]);
  });

  it('does not count the time of a pause', async () => {
    await record();
    await panelButton('Pause').click();
    await expectShown(panel().getByText(/^Paused/));
    passTime(30_000);
    await panelButton('Resume').click();
    await expectShown(panel().getByText(/^0:0[1-9] of 10:00$/));
  });

  it('ends after ten minutes of the clock, and is kept', async () => {
    await record();
    passTime(595_000);
    await expectShown(panel().getByText(/^9:5[5-9] of 10:00$/));
    passTime(600_000);
    await expectShown(player());
    await expectGone(panel());
    expect(server().callsOf(uploadMedia)).toHaveLength(1);
  });

  it('is discarded', async () => {
    await record();
    await panelButton('Discard').click();
    await expectShown(button('Record'));
    await expectGone(player());
    expect(server().callsOf(uploadMedia)).toEqual([]);
  });
});

describe('leaving the form', () => {
  const leave = async () => {
    history.pushState(null, '', '/educator/ideas');
    await expectShown(page.getByRole('heading', { level: 1, name: 'My Trade Ideas' }));
  };
  const lost = () => page.getByText('Recording not uploaded').first();

  it('says that a running recording is lost', async () => {
    await record();
    await leave();
    await expectShown(lost());
  });

  it('says nothing after a discarded one', async () => {
    await record();
    await panelButton('Discard').click();
    await expectShown(button('Record'));
    await leave();
    // Shown at once if at all.
    await expectGone(lost());
  });
});

describe('a file instead', () => {
  const pick = (name: string, type: string) =>
    ideaForm()
      .getByLabelText('Add an audio file')
      .upload(new File(['no sound'], name, { type }));

  it('is offered when the microphone is blocked', async () => {
    fakeMicrophone(new DOMException('Permission denied', 'NotAllowedError'));
    await button('Record').click();
    await expectShown(ideaForm().getByText('Microphone blocked.'));
    await pick('a.wav', 'audio/wav');
    await expectShown(player());
  });

  it.each([
    [
      'UNSUPPORTED_MEDIA_TYPE',
      'Invalid file type',
      'Please upload only audio files (WebM, Ogg, M4A, MP3 or WAV)',
    ],
    ['INVALID_REQUEST', 'Audio processing failed', 'Please try a different recording'],
  ] as const)('is explained when the server answers %s', async (code, title, text) => {
    server().fail(uploadMedia, new Refusal(code));
    await pick('a.mp3', 'audio/mpeg');
    await expectShown(toast(title, text));
    await expectShown(button('Record'));
    await expectGone(button('Try again'));
  });
});

it('shows photos and a recording in the form without an accessibility violation', async () => {
  await notesField().fill('Seen and heard.');
  await ideaForm()
    .getByLabelText('Add photos')
    .upload([await createPicture(40, 30), await createPicture(40, 30)]);
  await record();
  await panelButton('Stop and save').click();
  await expectShown(player());
  await expect.poll(() => page.getByCss('[data-photo]').elements().length).toBe(2);
  expect(await findViolationsInBothThemes()).toEqual([]);
});
