import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findViolationsInBothThemes } from '../../testing/axe.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, use } from '../../testing/keyboard.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, measure, resize } from '../../testing/page.ts';

/** The photos of an idea: on its card, and in a dialog. */
const detail = () => page.getByRole('dialog', { name: 'EUR/USD', exact: true });
const thumbnail = (number: number) =>
  detail().getByRole('button', { name: `View photo ${number} of 3 full size` });
const viewer = () => page.getByRole('dialog', { name: /photo \d of 3/ });
const expectPhoto = (number: number) =>
  expectShown(page.getByRole('dialog', { name: `EUR/USD, photo ${number} of 3` }));
const photo = () => viewer().getByRole('img');
const button = (name: string) => viewer().getByRole('button', { name });

const photos = { image_urls: ['/media/one.jpg', '/media/two.jpg'], chart_url: '/media/chart.jpg' };

it('shows photos and a voice explanation on a card without an accessibility violation', async () => {
  new FakeIdeas(server(), [{ ...photos, audio_url: '/media/voice.wav' }]);
  await openApp('/customer/forex');
  const card = page.getByRole('article');
  const voice = card.getByLabelText('Voice explanation');
  await expectShown(voice);
  await expect.poll(() => (voice.element() as HTMLAudioElement).duration).toBeCloseTo(2, 1);
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

  it('changes the photo by arrow keys, and Escape closes only the viewer', async () => {
    await thumbnail(1).click();
    await expectPhoto(1);
    await press('ArrowLeft');
    await expectPhoto(3);
    await expect.element(photo()).toHaveAttribute('src', '/media/chart.jpg');
    await press('ArrowRight');
    await expectPhoto(1);
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
    // Keys work wherever the focus is.
    await press('ArrowRight');
    await expectPhoto(2);
    await press('Escape');
    await expectGone(viewer());
    await expectFocus(thumbnail(2));
  });

  it('shows a photo in its own size, a tall one from its top', async () => {
    await thumbnail(1).click();
    await expect.poll(() => measure(photo()).width).toBe(640);
    await resize({ width: 800, height: 400 });
    const frame = viewer().getByRole('region').element();
    await expect.poll(() => frame.scrollHeight).toBeGreaterThan(frame.clientHeight);
    frame.scrollTop = frame.scrollHeight;
    expect(frame.scrollTop).toBeGreaterThan(100);
    await button('Next photo').click();
    await expectPhoto(2);
    await expect.poll(() => frame.scrollTop).toBe(0);
    await resize({ width: 360, height: 780 });
    await expect.poll(() => measure(photo()).width).toBe(320);
    expect(measure(photo()).height).toBe(200);
  });

  it('has no accessibility violations', async () => {
    await thumbnail(1).click();
    await expectShown(photo());
    expect(await findViolationsInBothThemes()).toEqual([]);
  });
});
