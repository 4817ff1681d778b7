import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { listPublicProfiles } from '../../contract/account/profiles.ts';
import { findViolations, findViolationsInBothThemes } from '../testing/axe.ts';
import { messages, openChat } from '../testing/chat-page.ts';
import { watchCopying } from '../testing/clipboard.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press, use } from '../testing/keyboard.ts';
import { educator, openApp, reloadApp, type Size, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure, readTexts } from '../testing/page.ts';
import { holdTimers } from '../testing/timers.ts';

/** The permanent address of an idea. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
});

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const open = async (pair: string, size?: Size) => {
  const { id } = [...ideas.rows.values()].find((idea) => idea.pair === pair)!;
  await openApp(`/ideas/${id}`, size ? { size } : {});
  await expectShown(heading(pair));
};

/** An idea that was moved an hour after its publication, so that its plan is locked, and closed at exit 2. */
const publishClosed = (): string => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const noon = new Date(2026, 10, 20, 12);
  vi.setSystemTime(noon.getTime() - 3_600_000);
  const { id } = ideas.publish({ pair: 'EUR/NOK', notes: 'See https://example.com/chart for more.' });
  vi.setSystemTime(noon);
  ideas.change(id, { invalidation_level: '1.0800' });
  ideas.change(id, { status: 'successful', result_level: 'exit_2', lesson: 'Wait for the retest.' });
  ideas.change(id, { notes: 'See https://example.com/chart for all.' });
  return id;
};

describe('the page of a closed idea', () => {
  it('shows the result and the lesson first, and a moved level with the R it was published with', async () => {
    publishClosed();
    await open('EUR/NOK');
    const result = page.getByRole('region', { name: 'Result' });
    await expect
      .poll(() => readTexts(result)[0])
      .toMatch(/Exit 2 · \+1\.6R\s+Closed .*\s+Lesson: Wait for the retest\./s);
    const levels = page.getByRole('region', { name: 'Levels' });
    await expect.poll(() => readTexts(levels)[0]).toMatch(/1\.0800\s+moved from 1\.0755\s+−1R/);
    expect(measure(result).bottom).toBeLessThan(measure(levels).top);
    await expectShown(page.getByRole('link', { name: 'https://example.com/chart' }));
    await expectShown(page.getByText('Published', { exact: true }));
    await expectShown(heading('Position size'));
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('has no accessibility violations at 360 px', async () => {
    publishClosed();
    await open('EUR/NOK', { width: 360, height: 823 });
    await expectShown(heading('Position size'));
    await expectShown(page.getByText('Published', { exact: true }));
    expect(await findViolations()).toEqual([]);
  });
});

describe('its replay', () => {
  const player = () => page.getByRole('region', { name: 'Replay' });
  const step = () => player().getByRole('slider', { name: 'Step' });
  const expectStep = (number: number) => expectShown(player().getByText(`${number} of 4`, { exact: true }));
  const expectLevels = (text: string) =>
    expect
      .element(player().getByRole('img', { name: /^Levels of EUR\/NOK/ }))
      .toHaveAttribute('aria-label', expect.stringContaining(text));
  const playButton = (name: 'Play' | 'Pause') => player().getByRole('button', { name, exact: true });
  let endTimers: () => number;
  /** Ends the two seconds of a step, once they have begun. */
  const endStep = () => expect.poll(() => endTimers()).toBe(1);
  beforeEach(async () => {
    publishClosed();
    await open('EUR/NOK');
    endTimers = holdTimers(2_000);
    await use(page.getByRole('button', { name: 'Replay this idea' }));
    await expectStep(1);
  });

  it('plays by one press and stops at the last step, by keyboard', async () => {
    await expectShown(playButton('Pause'));
    for (const number of [2, 3, 4]) {
      await endStep();
      await expectStep(number);
    }
    await expectShown(playButton('Pause'));
    await endStep();
    await expectShown(playButton('Play'));
    await expectStep(4);
    // Playing from the end starts again at the beginning.
    await use(playButton('Play'));
    await expectStep(1);
    await endStep();
    await expectStep(2);
  });

  it('shows each step by the keys of its slider and by its buttons', async () => {
    (step().element() as HTMLElement).focus();
    await press('End');
    await expectStep(4);
    await press('Home');
    await expectStep(1);
    await expectLevels('Invalidation 1.0755, −1R');
    await use(player().getByRole('button', { name: 'Next step' }));
    await expectLevels('Invalidation 1.0800, moved from 1.0755, −1R');
    (step().element() as HTMLElement).focus();
    await press('ArrowRight');
    await expect.element(step()).toHaveAttribute('aria-valuetext', '3 of 4, Closed');
    await expectStep(3);
    // It was stopped by the first of these.
    await expectShown(playButton('Play'));
  });
});

describe('sharing the page', () => {
  const share = () => page.getByRole('button', { name: 'Share' });

  it('copies its address, and says so', async () => {
    const { id } = ideas.publish({ pair: 'EUR/PLN' });
    await open('EUR/PLN');
    // Confirmed for two seconds.
    holdTimers(2_000);
    const copied = watchCopying();
    await share().click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeInTheDocument();
    await expectShown(page.getByRole('button', { name: 'Link copied' }));
    await expect.poll(copied).toBe(`${location.origin}/ideas/${id}`);
  });

  it('opens the share sheet on a phone, also after it was closed', async () => {
    const touch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
    onTestFinished(() => touch(false).then(() => undefined));
    await touch(true);
    const sheet = vi.fn((_: ShareData) => Promise.reject(new DOMException('Share canceled', 'AbortError')));
    Object.defineProperty(navigator, 'share', { configurable: true, value: sheet });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    const { id, educator_name } = ideas.publish({ pair: 'EUR/HUF' });
    await open('EUR/HUF', { width: 390, height: 844 });
    const expected = { title: `EUR/HUF · ${educator_name}`, url: `${location.origin}/ideas/${id}` };
    await share().click();
    await expect.poll(() => sheet.mock.calls).toEqual([[expected]]);
    await share().click();
    await expect.poll(() => sheet.mock.calls).toEqual([[expected], [expected]]);
    await expectGone(page.getByText('Link copied'));
  });
});

describe('its media', () => {
  it.each([360, 1440])('shows photos and video as wide as the column at %i px', async (width) => {
    const { id } = ideas.publish({ pair: 'EUR/TRY' });
    Object.assign(ideas.rows.get(id)!, {
      image_urls: ['/media/one.jpg', '/media/two.jpg'],
      video_url: '/media/video.webm',
    });
    await open('EUR/TRY', { width, height: 900 });
    const photos = page.getByRole('list', { name: 'Photos' }).getByCss('img');
    await expect.poll(() => photos.elements().length).toBe(2);
    photos.last().element().scrollIntoView();
    const column = measure(page.getByRole('region', { name: 'Levels' }));
    for (const photo of photos.elements() as HTMLImageElement[]) {
      await expect.poll(() => photo.naturalWidth).toBe(640);
      const box = photo.getBoundingClientRect();
      // But for the line around it.
      expect(Math.abs(box.x - column.x)).toBeLessThanOrEqual(1);
      expect(Math.abs(box.width - column.width)).toBeLessThanOrEqual(2);
      expect(box.width / box.height).toBeCloseTo(640 / 400, 1);
    }
    const video = page.getByLabelText('Video explanation');
    await expect.poll(() => (video.element() as HTMLVideoElement).videoWidth).toBeGreaterThan(0);
    await expect.poll(() => measure(video).width).toBeCloseTo(column.width, 0);
  });

  it('plays the voice and the video', async () => {
    const { id } = ideas.publish({ pair: 'EUR/TRY' });
    Object.assign(ideas.rows.get(id)!, { audio_url: '/media/voice.wav', video_url: '/media/video.webm' });
    await open('EUR/TRY');
    const audio = page.getByLabelText('Voice explanation').element() as HTMLAudioElement;
    await expect.poll(() => audio.duration).toBeCloseTo(2, 1);
    await page.getByLabelText('Voice explanation').click({ position: { x: 24, y: 26 } });
    await expect.poll(() => audio.currentTime).toBeGreaterThan(0);
    const video = page.getByLabelText('Video explanation').element() as HTMLVideoElement;
    await video.play();
    await expect.poll(() => video.currentTime).toBeGreaterThan(0);
  });
});

describe('an address without an idea', () => {
  it('shows of a deleted idea nothing but its changes', async () => {
    const { id } = ideas.publish({ pair: 'GBP/SEK', notes: 'Nobody reads this any more.' });
    await open('GBP/SEK');
    await expectShown(page.getByText('Nobody reads this any more.'));
    await expectLive();
    ideas.remove(id);
    await expectShown(page.getByText('The educator deleted this idea. This is the last version you saw.'));
    reloadApp();
    await expectShown(heading('This idea was deleted'));
    await expectShown(page.getByText('Deleted', { exact: true }));
    await expectGone(page.getByText('Nobody reads this any more.'));
  });

  it.each(['6f1c9f0e-0000-4000-8000-000000000001', 'not-an-id'])('shows the 404 page for %s', async (id) => {
    await openApp(`/ideas/${id}`);
    await expectShown(heading('Page Not Found'));
  });
});

describe('the ways to it and back', () => {
  beforeEach(() => {
    ideas.publish({ pair: 'CAD/JPY' });
  });
  const id = () => [...ideas.rows.keys()][0];
  const expectPage = async () => {
    await expect.poll(() => location.pathname).toBe(`/ideas/${id()}`);
    await expectShown(heading('CAD/JPY'));
  };

  it('leads customers back to Markets', async () => {
    await open('CAD/JPY');
    await page.getByRole('link', { name: 'Back to Markets' }).click();
    await expect.poll(() => location.pathname).toBe('/customer/dashboard');
  });

  it('shows it to educators, and leads them back to the dashboard', async () => {
    await openApp(`/ideas/${id()}`, { as: { ...educator, educatorId: '1' } });
    await expectShown(heading('CAD/JPY'));
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect.poll(() => location.pathname).toBe('/educator/dashboard');
  });

  it('opens by a link in the detail, which closes', async () => {
    await openApp('/customer/forex');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open page' }).click();
    await expectPage();
    await expectGone(page.getByRole('dialog'));
  });

  it('opens by a link in a message', async () => {
    const chat = new FakeChat(server());
    server().on(listPublicProfiles, () => []);
    chat.send({ message: `Closed: ${location.origin}/ideas/${id()}.` });
    await openChat('/customer/chat');
    await messages()
      .getByRole('link', { name: `${location.origin}/ideas/${id()}` })
      .click();
    await expectPage();
  });
});
