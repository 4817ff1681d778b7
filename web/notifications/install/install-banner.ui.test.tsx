import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { captureInstallPrompt, installPrompt } from '../../shared/pwa/install-prompt.ts';
import { findViolationsInBothThemes } from '../../testing/axe.ts';
import { changeConfig } from '../../testing/basic-answers.ts';
import { FakeChat } from '../../testing/fake-chat.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { FakePreferences } from '../../testing/fake-preferences.ts';
import { FakePushBrowser } from '../../testing/fake-push-browser.ts';
import { press, use } from '../../testing/keyboard.ts';
import { customer, educator, openApp, type Size, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure, nextFrame } from '../../testing/page.ts';
import { beAnIphone, stubProperty } from '../../testing/stub-property.ts';

/** SPEC §2, §4 and §9: the install banner. */
changeConfig({ brand: 'Larks & Co' });
// What web/main.tsx does before the first render.
captureInstallPrompt();

const DAY = 24 * 60 * 60 * 1000;
const NOON = Date.parse('2026-11-20T12:00:00Z');

let ideas: FakeIdeas;
let isPrompted: boolean;
/** A clock that stands still, to the millisecond. */
let now: number;
beforeEach(() => {
  now = NOON;
  stubProperty(Date, 'now', () => () => now);
  ideas = new FakeIdeas(server(), [{}, {}]);
  isPrompted = false;
  installPrompt.set(null);
});

/** How a browser offers the installation, and how the person answers its prompt. Returns whether its own bar stays away. */
const offer = (outcome: 'accepted' | 'dismissed' = 'accepted'): boolean => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: () => {
      isPrompted = true;
      return Promise.resolve();
    },
    userChoice: Promise.resolve({ outcome }),
  });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};
const banner = () => page.getByRole('region', { name: 'Install' });
const button = (name: string) => banner().getByRole('button', { name, exact: true });
/** The deferred parts are there, of which the banner is one. */
const waitForDeferredParts = () =>
  expect.poll(() => document.documentElement.style.getPropertyValue('--docked')).not.toBe('');
const openLogin = async () => {
  await openApp('/login', { as: null });
  await waitForDeferredParts();
};
const expectNoBanner = async () => {
  await waitForDeferredParts();
  await nextFrame();
  expect(banner().query()).toBeNull();
};

describe('the install banner', () => {
  it('shows the product’s name and SPEC’s texts, and installs on click (§1.5, §2.97, §4.25)', async () => {
    await openLogin();
    await expectNoBanner();
    expect(offer()).toBe(true);
    await expectShown(banner().getByRole('heading', { name: 'Larks & Co' }));
    await expectShown(banner().getByText('Get the app for better experience'));
    expect(isPrompted, 'only a press asks').toBe(false);
    await button('Install').click();
    await expectGone(banner());
    expect(isPrompted).toBe(true);
    await expect.poll(() => localStorage.getItem('installed')).toBe('true');
  });

  it.each(['Not Now', 'Close'])('stays away for 7 days after %s (§4.25)', async (name) => {
    await openLogin();
    offer();
    await button(name).click();
    await expectGone(banner());
    expect(localStorage.getItem('installDismissed')).toBe(String(NOON));

    now = NOON + 7 * DAY - 1;
    await openLogin();
    offer();
    await expectNoBanner();
    now = NOON + 7 * DAY;
    await openLogin();
    offer();
    await expectShown(banner());
  });

  it('counts a refused browser prompt as a dismissal', async () => {
    await openLogin();
    offer('dismissed');
    await button('Install').click();
    await expectGone(banner());
    expect(localStorage.getItem('installDismissed')).toBe(String(NOON));
    expect(localStorage.getItem('installed')).not.toBe('true');
  });

  it('stays away in the installed app (§4.25)', async () => {
    const { matchMedia } = window;
    let isInstalled = false;
    stubProperty(window, 'matchMedia', () => (query: string) => {
      const found = matchMedia.call(window, query);
      return query === '(display-mode: standalone)' ? { ...found, matches: isInstalled } : found;
    });
    // Its code is loaded from here on, so that it would show at once.
    await openLogin();
    offer();
    await expectShown(banner());
    isInstalled = true;
    await openLogin();
    offer();
    await expectNoBanner();
  });

  it('shows the steps on an iPhone, which has no prompt, by keyboard alone', async () => {
    beAnIphone();
    await openApp('/customer/dashboard', { size: { width: 390, height: 844 } });
    await expectShown(page.getByRole('heading', { level: 1 }));
    await expectShown(button('Show me how'));
    expect(await findViolationsInBothThemes()).toEqual([]);
    await use(button('Show me how'));
    const step = banner().getByText('Choose Add to Home Screen');
    await expectShown(step);
    await expect.element(button('Show me how')).toHaveAttribute('aria-expanded', 'true');
    expect(await findViolationsInBothThemes()).toEqual([]);
    expect(button('Install').query()).toBeNull();
    await press('Enter');
    await expect.element(step).not.toBeVisible();
    await use(button('Not Now'));
    await expectGone(banner());
  });
});

describe('the banner covers nothing', () => {
  it('of a market’s card on a phone: it waits for another page', async () => {
    await openApp('/customer/forex', { size: { width: 360, height: 640 } });
    offer();
    await expectNoBanner();
    await page.getByRole('link', { name: 'Updates' }).click();
    await expectShown(banner());
  });

  const top = () => Math.ceil(measure(banner()).top);
  const end = (what: Locator) => Math.floor(measure(what).bottom);

  it.each([
    { width: 520, height: 900 },
    { width: 1440, height: 900 },
  ])('of pager, toast and footer of a market at $width px', async (size) => {
    const bottom = () => getComputedStyle(document.body).paddingBottom;
    await openApp('/customer/forex', { size });
    await expectLive();
    await waitForDeferredParts();
    const heading = page.getByRole('heading', { level: 1 });
    await expectShown(page.getByRole('button', { name: 'Next' }));
    const before = measure(heading);
    // On a phone the tab bar is below the banner.
    const bottomBefore = size.width === 520 ? '56px' : '0px';
    await expect.poll(bottom).toBe(bottomBefore);
    offer();
    await expectShown(banner());
    ideas.publish({ pair: 'ETH/USD', market_type: 'Crypto' });
    const arrived = page.getByRole('dialog').filter({ hasText: 'ETH/USD Bullish' });
    // It stays while the pointer is on it.
    await arrived.hover();
    server().setOffline(true);
    await expectShown(page.getByText(/^Offline[.]/));
    await expect.poll(() => end(arrived)).toBeLessThanOrEqual(top());
    expect(end(page.getByRole('button', { name: 'Next' }))).toBeLessThanOrEqual(top());
    // On a phone the pager ends where the banner begins: no part of the card shows between them.
    if (size.width === 520)
      expect(
        document.elementFromPoint(20, Math.floor(measure(banner()).top) - 1)?.closest('article'),
      ).toBeFalsy();
    await expect.poll(() => measure(heading)).toEqual(before);
    scrollTo(0, document.body.scrollHeight);
    await expect.poll(() => end(page.getByRole('contentinfo'))).toBeLessThanOrEqual(top());
    server().setOffline(false);
    await button('Not Now').click();
    await expect.poll(bottom).toBe(bottomBefore);
  });

  it('of the message box and the last message of an educator’s channel', async () => {
    const chat = new FakeChat(server());
    for (let count = 0; count < 20; count++) chat.send({ message: `Message ${count}` }, chat.rooms[0]!.id);
    await openApp('/educator/chat', { as: educator, size: { width: 360, height: 740 } });
    const box = page.getByRole('textbox', { name: 'Message' });
    await expectShown(box);
    await waitForDeferredParts();
    offer();
    await expectShown(banner());
    await expect.poll(() => end(box)).toBeLessThanOrEqual(top());
    await expectShown(page.getByRole('article').last());
    await expect.poll(() => end(page.getByRole('article').last())).toBeLessThanOrEqual(measure(box).top);
  });

  it('of the elements that Tab focuses', async () => {
    new FakePushBrowser();
    new FakePreferences(server());
    const size: Size = { width: 360, height: 640 };
    await openApp('/test-notifications', { as: { ...customer, id: 'install' }, size });
    await waitForDeferredParts();
    offer();
    await expectShown(banner());
    await expectShown(page.getByRole('link', { name: /^Join the group/ }));
    const dock = document.querySelector('[data-docked]');
    for (let step = 0; step < 40; step++) {
      await press('Tab');
      const { activeElement: focused } = document;
      if (!focused || focused === document.body || dock?.contains(focused)) continue;
      // The tab bar is below the banner, not covered by it.
      if (focused.closest('nav[aria-label=Main]')) continue;
      // The browser scrolls in its next frame.
      await expect
        .poll(() => end(page.elementLocator(focused)), { message: focused.textContent })
        .toBeLessThanOrEqual(measure(banner()).top + 1);
    }
  });
});
