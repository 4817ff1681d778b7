import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPushService, type TestPushService } from '../server/testing/push-service.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { createKeyboard } from './keyboard.ts';
import { holdTimers } from './page-clock.ts';
import { BLANK_PATH, iPhone, signInCustomer, signInEducator, withoutDelays } from './people.ts';
import { registerDevice, turnOnNotifications } from './push-device.ts';
import { waitForActiveWorker, waitForDeferredParts } from './service-worker.ts';

/** Notifications and the installation by keyboard alone, with axe in each state, in both themes. */
let app: TestApp;
let service: TestPushService;

beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ pushEndpoints: service.endpoints });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const cleanInBothThemes = async (page: Page) => {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    // Waits until animations have ended.
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
          .map((one) => one.finished.catch(() => null)),
      ),
    );
    expect(await findViolations(page), theme).toEqual([]);
  }
};
const press = async (page: Page, what: Locator, key = 'Enter') => {
  await createKeyboard(page).tabTo(what);
  await page.keyboard.press(key);
};
/** A browser that has not been asked yet and then allows. */
const unasked = (page: Page) =>
  page.addInitScript(() => {
    const state: { permission: NotificationPermission } = { permission: 'default' };
    Object.defineProperty(Notification, 'permission', { get: () => state.permission });
    Notification.requestPermission = async () => {
      state.permission = 'granted';
      return 'granted';
    };
  });

describe('with a keyboard alone', () => {
  it('turns notifications of this device on, tests them and turns them off on the test page', async () => {
    const person = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
    const { page, errors, close } = person;
    const device = await registerDevice(service, person);
    await unasked(page);
    await page.goto('/test-notifications');
    await waitForActiveWorker(page);
    await page.getByText('Not yet: 2 steps left').waitFor();
    await cleanInBothThemes(page);
    await press(page, page.getByRole('button', { name: 'Turn on' }));
    await page.getByText("Yes, you'll get new ideas on this device.").waitFor();
    await press(page, page.getByRole('button', { name: 'Send test notification' }), 'Space');
    await page.getByRole('status').filter({ hasText: 'Push notification sent successfully!' }).waitFor();
    await cleanInBothThemes(page);
    service.setReply(device, { status: 500 });
    await press(page, page.getByRole('button', { name: 'Send sample trade notification' }));
    await page.getByRole('status').filter({ hasText: 'Trade notification failed' }).waitFor();
    await cleanInBothThemes(page);
    await press(page, page.getByRole('button', { name: 'Turn off' }));
    await page.getByText('Not registered yet').waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('sends a test to all after a confirmation, which Escape cancels', async () => {
    const customer = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
    const device = await turnOnNotifications(service, customer);
    const { page, close } = await signInEducator(app.url, '1', {
      ...withoutDelays,
      path: '/test-notifications',
    });
    const toAll = page.getByRole('button', { name: 'Test notification to all' });
    const question = page.getByRole('alertdialog');
    await press(page, toAll);
    await question.waitFor();
    await cleanInBothThemes(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => toAll.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(service.sentTo(device)).toEqual([]);
    await page.keyboard.press('Enter');
    await press(page, question.getByRole('button', { name: 'Send to all' }));
    await page.getByText('Push notification sent successfully!').waitFor();
    await service.waitUntil(() => service.sentTo(device).length === 1);
    await close();
    await customer.close();
  });

  it('answers the question in the chat', async () => {
    const person = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
    const { page, close } = person;
    await registerDevice(service, person);
    await unasked(page);
    await page.goto('/customer/chat');
    await waitForActiveWorker(page);
    const question = page.getByRole('region', { name: 'Notifications' });
    await question.waitFor();
    await cleanInBothThemes(page);
    await press(page, question.getByRole('button', { name: 'Allow' }));
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pushOwner'))).not.toBeNull();
    await close();
  });

  it('sets quiet hours in the settings of the bell, and returns the focus to it', async () => {
    const { page, close } = await signInCustomer(app.url, { ...withoutDelays, timezoneId: 'Asia/Kolkata' });
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await press(page, bell);
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await createKeyboard(page).tabTo(dialog.getByRole('tab', { name: "What's new" }));
    await page.keyboard.press('ArrowRight');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postDataJSON().quietHours?.from ?? 'none');
    });
    await press(page, dialog.getByRole('switch', { name: 'Quiet hours' }), 'Space');
    const [from, to] = [dialog.getByLabel('From'), dialog.getByLabel('To', { exact: true })];
    // Times are saved a second after the last key, which the test decides.
    const releaseSave = await holdTimers(page, 1_000);
    await createKeyboard(page).tabTo(from);
    await page.keyboard.type('1115');
    await createKeyboard(page).tabTo(to);
    await page.keyboard.type('0645');
    await createKeyboard(page).tabTo(dialog.getByLabel('Time zone'));
    await dialog.getByLabel('Time zone').selectOption('Europe/Berlin');
    await releaseSave();
    const settings = async () =>
      (
        await app.database.pool.query(
          "select quiet_from, quiet_to, time_zone from push_settings s join users u on u.id = s.user_id where u.email = 'customer@demo.test'",
        )
      ).rows;
    // 12 or 24 hours, depending on the browser's language.
    const times = { quiet_from: await from.inputValue(), quiet_to: await to.inputValue() };
    expect(times.quiet_from).toMatch(/^(11|23):15$/);
    expect(times.quiet_to).toBe('06:45');
    await expect.poll(settings).toEqual([{ ...times, time_zone: 'Europe/Berlin' }]);
    // Intermediate times are not sent.
    expect(new Set(sent)).toEqual(new Set(['22:00', times.quiet_from]));
    await cleanInBothThemes(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => bell.evaluate((button) => button === document.activeElement)).toBe(true);
    await app.database.pool.query('delete from push_settings');
    await close();
  });

  it('opens the steps for an iPhone, and dismisses the banner', async () => {
    const { page, close } = await signInCustomer(app.url, { ...withoutDelays, ...iPhone });
    await waitForDeferredParts(page);
    const banner = page.getByRole('region', { name: 'Install' });
    const howTo = banner.getByRole('button', { name: 'Show me how' });
    await howTo.waitFor();
    await cleanInBothThemes(page);
    await press(page, howTo);
    await banner.getByText('Choose Add to Home Screen').waitFor();
    await expect.poll(() => howTo.getAttribute('aria-expanded')).toBe('true');
    await cleanInBothThemes(page);
    await page.keyboard.press('Enter');
    await banner.getByText('Choose Add to Home Screen').waitFor({ state: 'hidden' });
    await press(page, banner.getByRole('button', { name: 'Not Now' }));
    await banner.waitFor({ state: 'detached' });
    await close();
  });

  it('never shows the focused element below the banner', async () => {
    const { page, close } = await signInCustomer(app.url, {
      ...withoutDelays,
      path: '/test-notifications',
      viewport: { width: 360, height: 640 },
    });
    await waitForDeferredParts(page);
    await page.evaluate(() =>
      window.dispatchEvent(
        Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
          prompt: async () => undefined,
          userChoice: new Promise(() => undefined),
        }),
      ),
    );
    const banner = page.getByRole('region', { name: 'Install' });
    await banner.waitFor();
    const hidden: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      const lies = await page.evaluate(() => {
        const focused = document.activeElement;
        const dock = document.querySelector('[data-docked]');
        if (!focused || !dock || focused === document.body || dock.contains(focused)) return null;
        // The tab bar is below the banner, not covered by it.
        if (focused.closest('nav[aria-label=Main]')) return null;
        const [box, over] = [focused.getBoundingClientRect(), dock.getBoundingClientRect()];
        return box.bottom > over.top + 1 ? `${focused.textContent} ends at ${box.bottom}` : null;
      });
      if (lies) hidden.push(lies);
    }
    expect(hidden).toEqual([]);
    await close();
  });
});
