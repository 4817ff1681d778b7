import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionInput } from '../server/testing/push-device.ts';
import { startApp, type TestApp } from './app.ts';
import { holdCalls } from './held-calls.ts';
import {
  BLANK_PATH,
  iPhone,
  openNotificationSettings,
  setUpPeople,
  signInCustomer,
  withoutDelays,
} from './people.ts';
import { createMessage, deliverPush, fakeSubscription, pressNotice, shownNotices } from './push-device.ts';
import { waitForActiveWorker, waitForDeferredParts } from './service-worker.ts';

/** DESIGN §9 in the browser: the real service worker, with pushes handed to it. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const allowed = async (): Promise<Page> => {
  const page = await watched(signInCustomer(app.url, withoutDelays));
  await page.context().grantPermissions(['notifications']);
  await waitForActiveWorker(page);
  return page;
};

describe('a push', () => {
  it('shows a general notification for a push that cannot be parsed', async () => {
    const page = await allowed();
    const unreadable = [
      { kind: 'from a later version' },
      'no JSON',
      '',
      createMessage({ path: 'https://elsewhere.example/' }),
    ];
    for (const data of unreadable) {
      await deliverPush(page, data);
      await expect
        .poll(() => shownNotices(page))
        .toMatchObject([
          {
            title: 'Chartlark',
            body: 'There is news for you. Open the app to read it.',
            path: '/customer/dashboard',
          },
        ]);
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        for (const notice of await registration.getNotifications()) notice.close();
      });
      await expect.poll(() => shownNotices(page)).toEqual([]);
    }
  });

  it('prefers the window that shows the idea already when a push is clicked', async () => {
    const page = await allowed();
    const other = await page.context().newPage();
    await other.goto(`${app.url}${createMessage().path}`);
    await waitForActiveWorker(other);
    await waitForDeferredParts(other);
    await page.bringToFront();
    await deliverPush(page, createMessage());
    expect(await pressNotice(page, 'idea-1')).toEqual({
      focused: [app.url + createMessage().path],
      opened: [],
    });
    expect(new URL(page.url()).pathname).toBe('/customer/dashboard');
  });
});

describe('this device', () => {
  const devices = async () =>
    (
      await app.database.pool.query(
        'select endpoint, p256dh, auth from push_subscriptions order by created_at',
      )
    ).rows;

  it('ends the session at a sign-out also when the removal of this device takes too long', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    await fakeSubscription(page.context(), subscriptionInput());
    await page.goto('/test-notifications');
    await waitForActiveWorker(page);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Registered', { exact: true }).waitFor();
    const token = await page.evaluate(() => localStorage.getItem('sessionToken'));
    const removal = await holdCalls(page, '**/api/push/subscriptions', 'DELETE');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    const headers = { Authorization: `Bearer ${token}` };
    await expect.poll(async () => (await fetch(`${app.url}/api/auth/user`, { headers })).status).toBe(401);
    removal.release();
  });

  it('keeps this device registered when the browser replaces its subscription, without a page or a session', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    const [before, after] = [subscriptionInput(), subscriptionInput()];
    await fakeSubscription(page.context(), before);
    await page.goto('/test-notifications');
    await waitForActiveWorker(page);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Registered', { exact: true }).waitFor();
    const worker = await waitForActiveWorker(page);
    await page.goto('about:blank');
    await worker.evaluate(async (next) => {
      const scope = self as unknown as { ExtendableEvent: typeof Event };
      const event = new scope.ExtendableEvent('pushsubscriptionchange');
      const waited: Promise<unknown>[] = [];
      Object.defineProperties(event, {
        newSubscription: { value: { toJSON: () => next } },
        waitUntil: { value: (work: Promise<unknown>) => waited.push(work) },
      });
      self.dispatchEvent(event);
      await Promise.all(waited);
    }, after);
    await expect.poll(() => devices()).toEqual([{ endpoint: after.endpoint, ...after.keys }]);
    await app.database.pool.query('delete from push_subscriptions');
  });

  it('shows the state of this device in the settings: off, on, off', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    const device = subscriptionInput();
    await fakeSubscription(page.context(), device);
    await page.goto('/customer/dashboard');
    await waitForActiveWorker(page);
    await openNotificationSettings(page);
    const part = page.getByRole('region', { name: 'This device' });
    await part.getByText('Notifications are off').waitFor();
    await part.getByRole('button', { name: 'Turn on' }).click();
    await part.getByText('Notifications are on').waitFor();
    await expect.poll(() => devices()).toMatchObject([{ endpoint: device.endpoint }]);
    await part.getByRole('button', { name: 'Turn off' }).click();
    await part.getByText('Notifications are off').waitFor();
    await expect.poll(() => devices()).toEqual([]);
  });

  it('explains why this device could not be turned on, and retries', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    await fakeSubscription(page.context(), subscriptionInput('https://127.0.0.1/no-push-service'));
    await page.goto('/customer/dashboard');
    // Turning on waits for the worker, which caches the whole shell first.
    await waitForActiveWorker(page);
    await openNotificationSettings(page);
    const part = page.getByRole('region', { name: 'This device' });
    await part.getByRole('button', { name: 'Turn on' }).click();
    await part.getByText("This browser's push service isn't supported.").waitFor();
    await page.evaluate(() => {
      PushManager.prototype.subscribe = async () => {
        throw new DOMException('no push service', 'AbortError');
      };
    });
    await part.getByRole('button', { name: 'Retry' }).click();
    await part.getByText('The push service of this browser could not be reached').waitFor();
    await expect.poll(() => devices()).toEqual([]);
  });

  it('explains how to undo a refusal, and when notifications are not available', async () => {
    const blocked = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    await blocked.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
    );
    await blocked.goto('/customer/dashboard');
    await openNotificationSettings(blocked);
    await blocked.getByText('Blocked by the browser').waitFor();

    const plain = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
    await plain.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { get: () => false }));
    await plain.goto('/customer/dashboard');
    await openNotificationSettings(plain);
    await plain.getByText('Secure connection needed').waitFor();

    const phone = await watched(signInCustomer(app.url, { ...withoutDelays, ...iPhone, path: BLANK_PATH }));
    await phone.addInitScript(() => {
      Reflect.deleteProperty(window, 'PushManager');
    });
    await phone.goto('/customer/dashboard');
    await openNotificationSettings(phone);
    await phone.getByRole('dialog').getByText('Choose Add to Home Screen').waitFor();
  });
});

describe('the settings', () => {
  it('stores status changes and quiet hours on the server, in this device’s time zone', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, timezoneId: 'Europe/Berlin' }));
    await openNotificationSettings(page);
    await page.getByRole('switch', { name: 'Also notify me when ideas close' }).check();
    await page.getByRole('switch', { name: 'Quiet hours' }).check();
    await page.getByLabel('From').fill('23:30');
    await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
    const stored = () =>
      page.evaluate(async () => {
        const token = localStorage.getItem('sessionToken');
        const answer = await fetch('/api/push/settings', { headers: { Authorization: `Bearer ${token}` } });
        return answer.json();
      });
    await expect.poll(stored).toMatchObject({
      statusChanges: true,
      quietHours: { from: '23:30', to: '07:00', timeZone: 'Europe/Berlin' },
    });
    await page.reload();
    await openNotificationSettings(page);
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('23:30');
    await page.getByRole('switch', { name: 'Quiet hours' }).uncheck();
    await expect.poll(stored).toMatchObject({ statusChanges: true, quietHours: null });
    // A setting that the server rejects is reverted, with a message.
    await page.route('**/api/push/settings', (route) => route.abort());
    // Not `check()`, which asserts that the box stays checked.
    await page.getByRole('switch', { name: 'Quiet hours' }).click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Network error. Please try again.').waitFor();
    await expect.poll(() => page.getByRole('switch', { name: 'Quiet hours' }).isChecked()).toBe(false);
    await page.unroute('**/api/push/settings');
  });

  it('says that a setting was not saved when the settings are closed meanwhile', async () => {
    const page = await watched(signInCustomer(app.url, withoutDelays));
    const [asked, isClosed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/push/settings', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      asked.resolve();
      await isClosed.promise;
      await route.abort();
    });
    await openNotificationSettings(page);
    await page.getByRole('switch', { name: 'Also notify me when ideas close' }).click();
    await asked.promise;
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    isClosed.resolve();
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('Failed to save notification settings')
      .waitFor();
  });
});
