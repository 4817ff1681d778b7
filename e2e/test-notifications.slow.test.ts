import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPushService, type TestPushService } from '../server/testing/push-service.ts';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import {
  BLANK_PATH,
  openNotificationSettings,
  openPage,
  signInCustomer,
  signInEducator,
  withoutDelays,
} from './people.ts';
import { deliverPush, shownNotices, turnOnNotifications } from './push-device.ts';

/** SPEC §2's push test page, against a push service that decrypts what it receives. */
let app: TestApp;
let service: TestPushService;

beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
// One for each test: a browser may register its device once more while it is being closed.
beforeEach(async () => {
  app = await startApp({ pushEndpoints: service.endpoints });
});
afterEach(() => app.close());

const check = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const send = (page: Page) => page.getByRole('button', { name: 'Send test notification' });

describe('a signed-out visitor', () => {
  it('shows a signed-out visitor what the browser allows, and signs in to test it', async () => {
    const { page, errors, close } = await openPage(app.url, '/test-notifications', withoutDelays);
    await page.getByRole('heading', { level: 1, name: 'Notification check' }).waitFor();
    await check(page, 'Permission').waitFor();
    await check(page, 'Background delivery').getByText('Ready').waitFor();
    await page.getByText('Subscribe first').waitFor();
    await page.getByText('to all subscribers').waitFor();
    await page.getByText('Works in the browser and the app').waitFor();
    await expect.poll(() => send(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login?from=*');
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a customer', () => {
  it('turns this device on, sends a test and a sample trade, and both arrive', async () => {
    const person = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
    const { page, errors, close } = person;
    await page.context().grantPermissions(['notifications']);
    await page.goto('/test-notifications');
    await page.getByText('Not yet: 1 step left').waitFor();
    const device = await turnOnNotifications(service, person);
    await page.getByText("Yes, you'll get new ideas on this device.").waitFor();
    await check(page, 'Last delivery').getByText('Nothing has been sent to this device yet.').waitFor();

    await send(page).click();
    await page.getByText('Push notification sent successfully!').waitFor();
    await page.getByRole('button', { name: 'Send sample trade notification' }).click();
    await page.getByText('Trade notification sent successfully!').waitFor();
    const received = service.sentTo(device).map(({ message }) => message);
    expect(received.map(({ kind }) => kind)).toEqual(['test', 'test']);
    expect(service.problems).toEqual([]);
    await check(page, 'Last delivery').getByText('sent to your browser’s push service').waitFor();

    // The worker shows what the server encrypted.
    await deliverPush(page, received[1]);
    await expect.poll(() => shownNotices(page)).toMatchObject([{ title: received[1]?.title, silent: false }]);
    expect(errors).toEqual([]);
    await close();
  });

  it('shows SPEC’s failure message with the reason', async () => {
    const person = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
    const { page, close } = person;
    const device = await turnOnNotifications(service, person);
    service.setReply(device, { status: 410 });
    await send(page).click();
    await page.getByText('notification failed', { exact: true }).waitFor();
    await page.route('**/api/push/test-trade', (route) => route.abort());
    await page.getByRole('button', { name: 'Send sample trade notification' }).click();
    await page.getByText('Error sending trade notification', { exact: true }).waitFor();
    await page.getByText('Network error. Please try again.').waitFor();
    await close();
  });

  it('gets a new subscription when the push service dropped the old one, and retries', async () => {
    const person = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
    const { page, close } = person;
    const dead = await turnOnNotifications(service, person);
    const rows = async () => (await app.database.pool.query('select endpoint from push_subscriptions')).rows;
    const dropped = { endpoint: expect.stringMatching(new RegExp(`/${dead}$`)) };
    service.setReply(dead, { status: 410 });
    // A browser returns the dead subscription until it is told to unsubscribe; then it creates a new one.
    const next = service.addDevice('another');
    await page.evaluate(async (fresh) => {
      let ended = false;
      const { pushPublicKey } = await (await fetch('/api/config')).json();
      const key = atob(pushPublicKey.replaceAll('-', '+').replaceAll('_', '/'));
      const applicationServerKey = Uint8Array.from(key, (char) => char.charCodeAt(0)).buffer;
      const old = (await PushManager.prototype.subscribe({ applicationServerKey })).toJSON();
      const made = (json: { endpoint?: string }) =>
        ({
          endpoint: json.endpoint,
          options: { applicationServerKey },
          toJSON: () => json,
          unsubscribe: async () => {
            ended = true;
            return true;
          },
        }) as unknown as PushSubscription;
      PushManager.prototype.subscribe = async () => made(ended ? fresh : old);
      PushManager.prototype.getSubscription = async () => (ended ? null : made(old));
    }, next);
    await send(page).click();
    const unsubscribed = page.getByText('Unsubscribed: 1 device.');
    await unsubscribed.or(page.getByText('1 device will be retried')).waitFor();
    // A busy server may answer before the push service does; then the next test finds the removed device.
    if (!(await unsubscribed.isVisible())) {
      await expect.poll(rows).not.toContainEqual(dropped);
      await send(page).click();
    }
    await expect.poll(rows).toContainEqual({ endpoint: next.endpoint });
    await page.getByText('Registered', { exact: true }).waitFor();
    await send(page).click();
    await page.getByText('Push notification sent successfully!').waitFor();
    await close();
  });

  it('shows which market is off and the quiet hours', async () => {
    const person = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
    const { page, close } = person;
    await turnOnNotifications(service, person);
    await openNotificationSettings(page);
    await page.getByRole('switch', { name: 'Crypto', exact: true }).uncheck();
    await page.getByRole('switch', { name: 'Quiet hours' }).check();
    await page.getByLabel('To', { exact: true }).fill('22:00');
    await page.keyboard.press('Escape');
    await check(page, 'Markets').getByText('Forex is on, Crypto is off.').waitFor();
    await check(page, 'Quiet hours').getByText('On now (all day').waitFor();
    await page.getByText('Yes, once your quiet hours end.').waitFor();
    await close();
  });

  it('offers a customer no test to everyone', async () => {
    const { page, close } = await signInCustomer(app.url, { ...withoutDelays, path: '/test-notifications' });
    await send(page).waitFor();
    await expect.poll(() => page.getByText('Send to all subscribers').count()).toBe(0);
    await close();
  });
});

describe('an educator', () => {
  it('sends a test to everyone only after a confirmation', async () => {
    const customer = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
    const device = await turnOnNotifications(service, customer);
    const { page, errors, close } = await signInEducator(app.url, '1', withoutDelays);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Test notifications' }).click();
    await page.waitForURL('**/test-notifications');
    await page.getByRole('button', { name: 'Test notification to all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(service.sentTo(device)).toEqual([]);
    await page.getByRole('button', { name: 'Test notification to all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send to all' }).click();
    await page.getByText('Push notification sent successfully!').waitFor();
    await service.waitUntil(() => service.sentTo(device).length === 1);
    expect(errors).toEqual([]);
    await close();
    await customer.close();
  });

  it('shows on the card how many devices received an idea', async () => {
    const options = { ...withoutDelays, path: BLANK_PATH };
    const [first, second] = [await signInCustomer(app.url, options), await signInCustomer(app.url, options)];
    const gone = await turnOnNotifications(service, first);
    const device = await turnOnNotifications(service, second);
    service.setReply(gone, { status: 410 });
    const { publish } = await signInCalls(app);
    await publish({ pair: 'AUD/NZD' });
    const educator = await signInEducator(app.url, '2', withoutDelays);
    const card = educator.page.getByRole('article').filter({ hasText: 'AUD/NZD' });
    await card.getByText('Delivered to 1 of 2 devices, 1 unsubscribed').waitFor();
    expect(service.sentTo(device).map(({ message }) => message.kind)).toEqual(['idea']);
    for (const person of [first, second, educator]) await person.close();
  });
});
