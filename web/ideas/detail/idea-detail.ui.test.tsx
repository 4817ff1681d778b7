import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { REVISIONS_PAGE } from '../../../contract/ideas/idea-revisions.ts';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { watchCopying } from '../../testing/clipboard.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, use } from '../../testing/keyboard.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, measure, readTexts } from '../../testing/page.ts';
import { holdTimers } from '../../testing/timers.ts';

/** SPEC §2 and §9: the details of one idea. */
let ideas: FakeIdeas;
let idea: TradeIdea;
beforeEach(() => {
  // Not before noon anywhere: the changes are of today.
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date(2026, 10, 20, 12));
  ideas = new FakeIdeas(server());
  idea = ideas.publish({ pair: 'EUR/USD', notes: 'The first line.\n\nThe last of many.' });
});

const CLOCK = '\\d\\d:\\d\\d (UTC|GMT\\S*)';
const dialog = () => page.getByRole('dialog', { name: 'EUR/USD' });
const details = () =>
  page.getByCss('[role=group]:not([aria-hidden]) article').getByRole('button', { name: 'Details' });
const button = (name: string | RegExp) => dialog().getByRole('button', { name });
const edited = () => button(/^Edited \d\d:\d\d/);
const entries = () => dialog().getByCss('ol > li');
const open = async () => {
  await openApp('/customer/forex');
  await details().click();
  await expectShown(dialog().getByText('Position size', { exact: true }));
};

it('shows full notes, both times, voice, and the video in a new tab', async () => {
  Object.assign(ideas.rows.get(idea.id)!, {
    audio_url: '/media/voice.wav',
    video_url: 'https://video.example/watch',
  });
  await open();
  await expectShown(dialog().getByText('The last of many.'));
  await expect
    .poll(() => readTexts(dialog().getByCss('time'))[0])
    .toMatch(new RegExp(`^(Just now|\\d+ (second|minute)s? ago)\\s+${CLOCK}$`));
  const voice = dialog().getByLabelText('Voice explanation');
  await expectShown(voice);
  await expect.element(voice).toHaveAttribute('src', '/media/voice.wav');
  const video = dialog().getByRole('link', { name: 'Watch the explanation' });
  await expect.element(video).toHaveAttribute('href', 'https://video.example/watch');
  await expect.element(video).toHaveAttribute('target', '_blank');
  await expect.element(video).toHaveAttribute('rel', expect.stringContaining('noopener'));
});

describe('copying', () => {
  it('copies a level, and confirms it for a moment', async () => {
    const copied = watchCopying();
    await open();
    const endConfirmation = holdTimers(2_000);
    await button('Copy entry 1').click();
    const status = dialog().getByRole('status').filter({ hasText: 'Copied' });
    await expect.element(status).toBeInTheDocument();
    await expect.poll(copied).toBe('1.0842');
    await expect.poll(endConfirmation).toBe(1);
    await expectGone(status);
  });

  it('copies the whole idea, and confirms it for a moment', async () => {
    const copied = watchCopying();
    await open();
    const endConfirmation = holdTimers(2_000);
    await button('Copy idea').click();
    await expectShown(button('Copied'));
    await expect.poll(copied).toMatch(/^EUR\/USD · Bullish · Leverage · Forex · 4H\n.*Entry 1: 1\.0842\n/s);
    await expect.poll(endConfirmation).toBe(1);
    await expectShown(button('Copy idea'));
    await expectGone(button('Copied'));
  });
});

describe('its changes', () => {
  it('shows the changes with their times behind the edited marker', async () => {
    ideas.change(idea.id, { invalidation_level: '1.0740' });
    ideas.change(idea.id, { invalidation_level: '1.0750', notes: 'The first line.\n\nA better last.' });
    await open();
    await expectShown(dialog().getByText('A better last.'));
    await edited().click();
    await expect.poll(() => entries().elements().length).toBe(3);
    const texts = readTexts(entries()).map((text) => text.replace(/\s+/g, ' '));
    expect(texts[0]).toMatch(
      new RegExp(`^${CLOCK} Invalidation (from )?1\\.0740 (→ ?)?(to )?1\\.0750 Notes edited$`),
    );
    expect(texts[2]).toMatch(new RegExp(`^${CLOCK} Published$`));
  });

  it('shows earlier changes page by page, and focuses the first of them', async () => {
    for (let exit = 0; exit < REVISIONS_PAGE; exit++) ideas.change(idea.id, { exit_1: `1.09${exit + 10}` });
    await open();
    await edited().click();
    await button('Show earlier changes').click();
    await expectShown(entries().last().getByText('Published'));
    expect(entries().elements()).toHaveLength(REVISIONS_PAGE + 1);
    await expect.element(entries().nth(REVISIONS_PAGE)).toHaveFocus();
    await expectGone(button('Show earlier changes'));
  });
});

it('stays open and current when the idea is completed or deleted', async () => {
  await open();
  ideas.change(idea.id, { status: 'successful' });
  await expectShown(dialog().getByText('Successful', { exact: true }));
  ideas.remove(idea.id);
  await expectShown(dialog().getByText(/The educator deleted this idea/));
  await press('Escape');
  await expectGone(dialog());
});

it('shows result and lesson first once the idea is closed, before chips, author and notices', async () => {
  await open();
  await expectGone(dialog().getByRole('region', { name: 'Result' }));
  const lesson = 'Let the second test hold.';
  ideas.change(idea.id, { status: 'successful', result_level: 'exit_1', lesson });
  await expectShown(edited());
  const tops = ['+0.9R', lesson, 'Bullish', idea.educator_name, /^Edited /].map(
    (text) => measure(dialog().getByText(text).first()).y,
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(new Set(tops).size).toBe(tops.length);
});

it('lets a reader open it, read the changes and copy a level with the keyboard alone', async () => {
  ideas.change(idea.id, { invalidation_level: '1.0740' });
  await openApp('/customer/forex');
  const copied = watchCopying();
  await use(details());
  await expectFocus(button('Close'));
  await use(edited());
  await expectShown(dialog().getByText('Published', { exact: true }));
  await expectFocus(edited());
  await tabTo(button('Copy entry 1'));
  await press('Enter');
  await expect.poll(copied).toBe('1.0842');
  await expectFocus(button('Copy entry 1'));
  await press('Escape');
  await expectGone(dialog());
  await expectFocus(details());
});
