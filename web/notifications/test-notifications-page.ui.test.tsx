import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  sendTestPush,
  sendTestTradePush,
  subscribePush,
  unsubscribePush,
} from '../../contract/notifications/push.ts';
import { findViolations, findViolationsInBothThemes } from '../testing/axe.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakePreferences } from '../testing/fake-preferences.ts';
import { FakePush } from '../testing/fake-push.ts';
import { FakePushBrowser } from '../testing/fake-push-browser.ts';
import { expectFocus, press, use } from '../testing/keyboard.ts';
import { customer, educator, openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown } from '../testing/page.ts';
import { skipTimers } from '../testing/timers.ts';

/** SPEC §2's push test page. That a test arrives is tested end to end. */
const RESULT_DELAY_MS = 3_000;

let browser: FakePushBrowser;
let push: FakePush;
let preferences: FakePreferences;
/** The state of a device is kept by person, so each test has another one. */
let person = customer;
let people = 0;
beforeEach(() => {
  browser = new FakePushBrowser();
  push = new FakePush(server());
  preferences = new FakePreferences(server());
  new FakeIdeas(server());
  person = { ...customer, id: `push-${++people}` };
  skipTimers(RESULT_DELAY_MS);
});

const visit = (as: typeof person | null = person) => openApp('/test-notifications', { as });
const check = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const send = () => button('Send test notification');
const sendTrade = () => button('Send sample trade notification');
const result = (text: string) => page.getByRole('status').filter({ hasText: text });
const turnOn = async () => {
  await visit();
  await button('Turn on').click();
  await expectShown(page.getByText('Registered', { exact: true }));
};

describe('a signed-out visitor', () => {
  it('sees what the browser allows, and signs in to test it (§2.95)', async () => {
    await visit(null);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Notification check' }));
    await expectShown(check('Permission').getByText('Allowed'));
    await expectShown(check('Background delivery').getByText('Ready'));
    await expectShown(page.getByText('Subscribe first'));
    browser.permission = 'default';
    await visit(null);
    await expectShown(check('Permission').getByText('Not asked yet. Sign in to turn on notifications.'));
    await expectShown(page.getByText('to all subscribers'));
    await expectShown(page.getByText('Works in the browser and the app'));
    await expectGone(send());
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect.poll(() => location.pathname + location.search).toBe('/login?from=%2Ftest-notifications');
  });
});

describe('a customer with a keyboard alone', () => {
  it('turns this device on, which asks for the permission, and off', async () => {
    browser.permission = 'default';
    await visit();
    await expectShown(page.getByText('Not yet: 2 steps left'));
    expect(await findViolationsInBothThemes()).toEqual([]);
    await use(button('Turn on'));
    await expectShown(page.getByText("Yes, you'll get new ideas on this device."));
    await expectShown(check('Last delivery').getByText('Nothing has been sent to this device yet.'));
    expect(push.subscriptions.map(({ endpoint }) => endpoint)).toEqual([browser.endpoint]);
    const { endpoint } = browser;
    await use(button('Turn off'));
    await expectShown(page.getByText('Not registered yet'));
    expect(server().callsOf(unsubscribePush).at(-1)?.body).toEqual({ endpoint });
    expect([push.subscriptions, browser.endpoint]).toEqual([[], undefined]);
  });

  it('sends a test and a sample trade, sees the result of each, and the last delivery (§2.93, §2.94, §8.14, §8.15)', async () => {
    await turnOn();
    await expectShown(page.getByText("Yes, you'll get new ideas on this device."));
    await use(send(), ' ');
    await expectShown(result('Push notification sent successfully!'));
    await expectShown(result('Accepted for 1 of 1 device.'));
    expect(await findViolationsInBothThemes()).toEqual([]);
    await expectShown(check('Last delivery').getByText('sent to your browser’s push service'));
    push.subscriptions[0]!.reply = 'retry';
    await use(sendTrade());
    await expectShown(result('Trade notification failed'));
    await expectShown(result('1 device will be retried.'));
    expect(await findViolationsInBothThemes()).toEqual([]);
    await expectShown(check('Last delivery').getByText('waiting to be sent'));
    for (const route of [sendTestPush, sendTestTradePush])
      expect(
        server()
          .callsOf(route)
          .map(({ body }) => body),
      ).toEqual([{ audience: 'own' }]);
  });
});

describe('a customer', () => {
  it('sees SPEC’s failure message with the reason (§2.94, §8.14)', async () => {
    await turnOn();
    push.subscriptions[0]!.reply = 'gone';
    await send().click();
    await expectShown(page.getByText('notification failed', { exact: true }));
    await expectShown(page.getByText('Unsubscribed: 1 device.'));
    server().fail(sendTestTradePush);
    await sendTrade().click();
    await expectShown(page.getByText('Error sending trade notification', { exact: true }));
    await expectShown(page.getByText('Network error. Please try again.'));
  });

  it('gets a new subscription when the push service dropped the old one', async () => {
    await turnOn();
    const { endpoint } = browser;
    push.subscriptions[0]!.reply = 'gone';
    await send().click();
    await expectShown(page.getByText('Unsubscribed: 1 device.'));
    // A browser returns the dead subscription until it is told to unsubscribe.
    await expect.poll(() => browser.endpoint).not.toBe(endpoint);
    await expect.poll(() => push.subscriptions.map((device) => device.endpoint)).toEqual([browser.endpoint]);
    expect(
      server()
        .callsOf(subscribePush)
        .map(({ body }) => body.endpoint),
    ).toEqual([endpoint, endpoint, browser.endpoint]);
    await expectShown(page.getByText('Registered', { exact: true }));
    await send().click();
    await expectShown(result('Push notification sent successfully!'));
  });

  it('sees which market is off, and the quiet hours, as the settings of the bell change them', async () => {
    await turnOn();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Crypto', exact: true }).click();
    await page.getByRole('switch', { name: 'Quiet hours' }).click();
    await page.getByLabelText('To', { exact: true }).fill('22:00');
    await press('Escape');
    await expectShown(check('Markets').getByText('Forex is on, Crypto is off.'));
    await expectShown(check('Quiet hours').getByText('On now (all day'));
    await expectShown(page.getByText('Yes, once your quiet hours end.'));
    await expect.poll(() => preferences.markets).toEqual({ Forex: true, Crypto: false });
    await expect.poll(() => preferences.push.quietHours).toMatchObject({ from: '22:00', to: '22:00' });
  });

  it('is offered no test to everyone (§2.96)', async () => {
    await visit();
    await expectShown(send());
    await expectGone(page.getByText('Send to all subscribers'));
  });
});

describe('an educator', () => {
  const question = () => page.getByRole('alertdialog');
  const toAll = () => button('Test notification to all');

  it('finds the page in the menu of the account', async () => {
    await openApp('/educator/dashboard', { as: educator });
    await button('Your account').click();
    await page.getByRole('menuitem', { name: 'Test notifications' }).click();
    await expectShown(toAll());
    expect(location.pathname).toBe('/test-notifications');
  });

  it('sends a test to everyone only after a confirmation, which Escape and Cancel refuse', async () => {
    push.addDevice();
    await openApp('/test-notifications', { as: educator });
    await use(toAll());
    await expectShown(question());
    expect(await findViolations()).toEqual([]);
    await press('Escape');
    await expectGone(question());
    await expectFocus(toAll());
    await press('Enter');
    await question().getByRole('button', { name: 'Cancel' }).click();
    await expectGone(question());
    expect(server().callsOf(sendTestPush)).toEqual([]);
    await toAll().click();
    await use(question().getByRole('button', { name: 'Send to all' }));
    await expectShown(result('Push notification sent successfully!'));
    expect(
      server()
        .callsOf(sendTestPush)
        .map(({ body }) => body),
    ).toEqual([{ audience: 'everyone' }]);
  });
});
