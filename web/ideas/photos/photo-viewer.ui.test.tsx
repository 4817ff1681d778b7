import { beforeEach, describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { findViolationsInBothThemes } from '../../testing/axe.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, type, use } from '../../testing/keyboard.ts';
import { wheel } from '../../testing/mouse.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, measure } from '../../testing/page.ts';

/** The photos of an idea: on its card, and in the full window. */
const detail = () => page.getByRole('dialog', { name: 'EUR/USD', exact: true });
const thumbnail = (number: number) =>
  detail().getByRole('button', { name: `View photo ${number} of 3 full size` });
const viewer = () => page.getByRole('dialog', { name: /photo \d of 3/ });
const expectPhoto = (number: number) =>
  expectShown(page.getByRole('dialog', { name: `EUR/USD, photo ${number} of 3` }));
const photo = () => viewer().getByRole('img');
const button = (name: string) => viewer().getByRole('button', { name });
const zoom = () =>
  Number.parseInt(
    viewer()
      .getByText(/^\d+ %$/)
      .element().textContent,
    10,
  ) / 100;

const photos = { image_urls: ['/media/one.jpg', '/media/two.jpg'], chart_url: '/media/chart.jpg' };

it('shows photos and a voice explanation on a card without an accessibility violation', async () => {
  new FakeIdeas(server(), [{ ...photos, audio_url: '/media/voice.wav' }]);
  await openApp('/customer/forex');
  const card = page.getByRole('article');
  await expectShown(card.getByText('0:02 voice explanation'));
  const first = card.getByRole('button', { name: 'View photo 1 of 3 full size' });
  const picture = first.getByCss('img').element() as HTMLImageElement;
  picture.scrollIntoView();
  await expect.poll(() => picture.naturalWidth).toBe(640);
  expect(await findViolationsInBothThemes()).toEqual([]);
  await first.click();
  await expectPhoto(1);
});

describe('the viewer', () => {
  beforeEach(async () => {
    new FakeIdeas(server(), [photos]);
    await openApp('/customer/forex');
    await page.getByRole('button', { name: 'Details' }).click();
    await expectShown(thumbnail(1));
  });

  it('zooms by keys and the wheel, changes the photo by arrow keys, and Escape closes only the viewer', async () => {
    await thumbnail(1).click();
    await expectPhoto(1);
    expect(zoom()).toBe(1);
    await type('+');
    await expect.poll(zoom).toBe(1.5);
    await press('0');
    await expect.poll(zoom).toBe(1);
    await wheel(-300);
    await expect.poll(zoom).toBeGreaterThan(1.9);
    await press('0');
    await expect.poll(zoom).toBe(1);
    await press('ArrowLeft');
    await expectPhoto(3);
    await expect.element(photo()).toHaveAttribute('src', '/media/chart.jpg');
    await press('Escape');
    await expectGone(photo());
    await expectShown(detail());
  });

  it('is usable with the keyboard alone, keeps the focus on its buttons and gives it back', async () => {
    await use(thumbnail(2));
    await expectFocus(button('Close'));
    await use(button('Next photo'));
    await expectPhoto(3);
    await use(button('Next photo'));
    await expectPhoto(1);
    await expectFocus(button('Next photo'));
    // Keys work wherever the focus is, and a button with nothing left to do keeps it.
    await type('+');
    await expect.poll(zoom).toBe(1.5);
    await tabTo(button('Zoom out'), 'back');
    await press('Enter');
    await expectShown(viewer().getByText('100 %'));
    await expectFocus(button('Zoom out'));
    await press('ArrowRight');
    await expectPhoto(2);
    await press('Escape');
    await expectGone(viewer());
    await expectFocus(thumbnail(2));
  });

  it('has no accessibility violations', async () => {
    await thumbnail(1).click();
    await expectShown(photo());
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('zooms by pinching', async () => {
    await thumbnail(1).click();
    await expectShown(photo());
    const { x, y, width, height } = photo().element().parentElement!.getBoundingClientRect();
    const frame = window.frameElement!.getBoundingClientRect();
    const centre = { x: frame.x + x + width / 2, y: frame.y + y + height / 2 };
    /** Two fingers at this distance from the centre; neither is lifted. */
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      cdp().send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          apart === undefined ? [] : [-apart, apart].map((by, id) => ({ x: centre.x + by, y: centre.y, id })),
      });
    const pinch = async (from: number, ...to: number[]) => {
      await touch('touchStart', from);
      for (const apart of to) await touch('touchMove', apart);
      await touch('touchEnd');
    };
    await pinch(50, 60, 80, 100);
    await expect.poll(zoom).toBeCloseTo(2, 1);
    await expect.poll(() => measure(photo()).width).toBeGreaterThan(1.9 * 640);
    // What is between the fingers stays there, but for the pixels by which one moves before the other.
    const drift = () => {
      const zoomed = photo().element().getBoundingClientRect();
      return Math.hypot(
        zoomed.x + zoomed.width / 2 - x - width / 2,
        zoomed.y + zoomed.height / 2 - y - height / 2,
      );
    };
    await expect.poll(drift).toBeLessThan(15);
    await pinch(100, 80, 60, 40);
    await expect.poll(zoom).toBe(1);
  });
});
