import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press } from '../../testing/keyboard.ts';
import { type MouseStep, moveMouse } from '../../testing/mouse.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure, nextFrame } from '../../testing/page.ts';
import { stubProperty } from '../../testing/stub-property.ts';

/** SPEC §9: how the carousel moves, and which presses move it. */
const FRAME_MS = 16;

beforeEach(() => {
  new FakeIdeas(server(), [{}, {}, {}]);
});

const details = () => page.getByRole('group', { name: /^1 of/ }).getByRole('button', { name: 'Details' });
const strip = () => page.getByCss('.touch-pan-y').element() as HTMLElement;
const open = async () => {
  await openApp('/customer/forex');
  await expectLive();
  await expectShown(details());
  // The cards move once when the carousel starts.
  await expect.poll(() => strip().style.transform).not.toBe('');
};

it('moves with duration 25 (§9.20)', async () => {
  const { matchMedia } = window;
  stubProperty(window, 'matchMedia', () => (query: string) => {
    const found = matchMedia.call(window, query);
    return query.includes('reduced-motion') ? { ...found, matches: false } : found;
  });
  await open();
  const at = () => new DOMMatrix(strip().style.transform).m41;
  const start = at();
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  (page.getByRole('button', { name: 'Next' }).element() as HTMLElement).click();
  // The position after each frame.
  const places = Array.from({ length: 150 }, () => {
    vi.advanceTimersByTime(FRAME_MS);
    return at();
  });
  const way = places.at(-1)! - start;
  expect(Math.abs(way)).toBeGreaterThan(300);
  const after = FRAME_MS * (1 + places.findIndex((place) => (place - start) / way >= 0.9));
  // Each step of 1/60 s adds 1/25 of what is left to the speed, of which friction takes 32 %: nine tenths of the way are
  // 23 steps (383 ms); with a duration of 22 they were 333 ms, with 28 450.
  expect(after).toBeGreaterThan(350);
  expect(after).toBeLessThan(430);
});

it('treats a movement below 10 pixels as a click, above it as a drag (§9.20)', async () => {
  await open();
  // Waits until it stands still.
  await details().hover();
  const { x, y, height } = measure(details());
  const pressMovingBy = (pixels: number) =>
    moveMouse(
      ['move', x + 20, y + height / 2],
      ['down'],
      ...Array.from({ length: pixels }, (_, moved): MouseStep => ['move', x + 21 + moved, y + height / 2]),
      ['up'],
    );
  // The dialog's code is loaded from here on, so that it would open at once.
  await pressMovingBy(8);
  await expectShown(page.getByRole('dialog'));
  await press('Escape');
  await expectGone(page.getByRole('dialog'));
  await pressMovingBy(13);
  await nextFrame();
  expect(page.getByRole('dialog').query()).toBeNull();
  await pressMovingBy(8);
  await expectShown(page.getByRole('dialog'));
});
