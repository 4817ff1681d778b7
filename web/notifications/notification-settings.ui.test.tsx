import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { logout } from '../../contract/account/auth.ts';
import { putPushSettings, unsubscribePush } from '../../contract/notifications/push.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { NetworkFailure } from '../testing/fake-api.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakePreferences } from '../testing/fake-preferences.ts';
import { FakePush } from '../testing/fake-push.ts';
import { FakePushBrowser } from '../testing/fake-push-browser.ts';
import { expectFocus, press, tabTo, type, use } from '../testing/keyboard.ts';
import { customer, openApp, reloadApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown, lookAgain, toast } from '../testing/page.ts';
import { beAnIphone, removeProperty, stubProperty } from '../testing/stub-property.ts';
import { holdTimers } from '../testing/timers.ts';

/** The settings of the bell: this device, and what is stored for all devices. */
const DEBOUNCE_MS = 1_000;

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
  person = { ...customer, id: `settings-${++people}` };
});

const bell = () => page.getByRole('button', { name: /^Notifications/ });
const dialog = () => page.getByRole('dialog', { name: 'Notifications' });
const openSettings = async () => {
  await bell().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
};
const visit = async () => {
  await openApp('/customer/dashboard', { as: person });
  await openSettings();
};
const toggle = (name: string) => page.getByRole('switch', { name, exact: true });
const from = () => dialog().getByLabelText('From');
const to = () => dialog().getByLabelText('To', { exact: true });

describe('this device', () => {
  const part = () => page.getByRole('region', { name: 'This device' });
  const button = (name: string) => part().getByRole('button', { name, exact: true });

  it('is off, is turned on, and off again', async () => {
    await visit();
    await expectShown(part().getByText('Notifications are off'));
    await expectShown(part().getByText('Forex and Crypto show badges only, until you turn on this device.'));
    await toggle('Crypto').click();
    await expectShown(part().getByText('Forex shows badges only'));
    await button('Turn on').click();
    await expectShown(part().getByText('Notifications are on'));
    await expectShown(part().getByText('New Forex ideas reach you even when the app is closed.'));
    expect(push.subscriptions.map(({ endpoint }) => endpoint)).toEqual([browser.endpoint]);
    await button('Turn off').click();
    await expectShown(part().getByText('Notifications are off'));
    expect(push.subscriptions).toEqual([]);
  });

  it('says that the server does not support its push service', async () => {
    browser.origin = 'https://10.0.0.1';
    await visit();
    await button('Turn on').click();
    await expectShown(part().getByText("This browser's push service isn't supported."));
    await expectShown(button('Retry'));
    expect(push.subscriptions).toEqual([]);
  });

  it('says that its push service could not be reached, and retries', async () => {
    browser.origin = null;
    await visit();
    await button('Turn on').click();
    await expectShown(part().getByText('The push service of this browser could not be reached'));
    browser.origin = 'https://push.example.org';
    await button('Retry').click();
    await expectShown(part().getByText('Notifications are on'));
    expect(push.subscriptions.map(({ endpoint }) => endpoint)).toEqual([browser.endpoint]);
  });

  it('explains how to undo a refusal', async () => {
    browser.permission = 'denied';
    await visit();
    await expectShown(part().getByText('Blocked by the browser'));
    browser.permission = 'default';
    await button('Check again').click();
    await expectShown(part().getByText('Notifications are off'));
  });

  it('says that notifications need a secure connection', async () => {
    stubProperty(window, 'isSecureContext', () => false);
    await visit();
    await expectShown(part().getByText('Secure connection needed'));
    await expectGone(part().getByRole('button', { name: 'Turn on' }));
  });

  it('says that this browser has no notifications', async () => {
    removeProperty(window, 'PushManager');
    await visit();
    await expectShown(part().getByText('Not supported by this browser'));
  });

  it('shows the steps to the home screen on an iPhone', async () => {
    beAnIphone();
    removeProperty(window, 'PushManager');
    await visit();
    await expectShown(dialog().getByText('Choose Add to Home Screen'));
  });

  it('does not keep a sign-out waiting when its removal takes too long', async () => {
    server().on(logout, () => ({ success: true as const }));
    await visit();
    await button('Turn on').click();
    await expectShown(part().getByText('Notifications are on'));
    await press('Escape');
    await expectGone(dialog());
    const removal = server().hold(unsubscribePush);
    const limits: AbortController[] = [];
    stubProperty(AbortSignal, 'timeout', () => () => {
      limits.push(new AbortController());
      return limits.at(-1)?.signal;
    });
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await removal.asked;
    expect(server().callsOf(logout)).toEqual([]);
    for (const limit of limits) limit.abort();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Login' }));
    expect(server().callsOf(logout)).toHaveLength(1);
    expect(localStorage.getItem('sessionToken')).toBeNull();
    removal.release();
  });
});

describe('the settings of all devices', () => {
  it('are stored on the server with the time zone of this device, and shown again', async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await visit();
    await toggle('Also notify me of steps and closings').click();
    await toggle('Quiet hours').click();
    await from().fill('23:30');
    await expect.element(page.getByLabelText('Time zone')).toHaveValue(timeZone);
    // Closing the settings saves.
    await press('Escape');
    await expectGone(dialog());
    await expect
      .poll(() => preferences.push)
      .toMatchObject({ statusChanges: true, quietHours: { from: '23:30', to: '07:00', timeZone } });
    reloadApp();
    await openSettings();
    await expect.element(from()).toHaveValue('23:30');
    await toggle('Quiet hours').click();
    await expect.poll(() => preferences.push).toMatchObject({ statusChanges: true, quietHours: null });
  });

  it('are sent without what another device has changed, which is shown when the page is looked at again', async () => {
    await visit();
    await expect.element(toggle('Crypto: only educators I follow')).not.toBeChecked();
    preferences.push = {
      statusChanges: true,
      followedOnly: { Forex: false, Crypto: true },
      bookmarkAlerts: null,
      quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
    };
    await toggle('Forex: only educators I follow').click();
    await expect
      .poll(() => preferences.push)
      .toMatchObject({ statusChanges: true, followedOnly: { Forex: true, Crypto: true } });
    await expect.element(toggle('Quiet hours')).toBeChecked();
    preferences.push = { ...preferences.push, statusChanges: false };
    preferences.markets = { Forex: true, Crypto: false };
    lookAgain();
    await expect.element(toggle('Also notify me of steps and closings')).not.toBeChecked();
    await expect.element(toggle('Crypto')).not.toBeChecked();
  });

  it('have alerts for bookmarked ideas where there are prices', async () => {
    await visit();
    const alerts = toggle('Levels of bookmarked ideas are reached');
    await expectShown(toggle('Quiet hours'));
    await expectGone(alerts);
    preferences.push = { ...preferences.push, bookmarkAlerts: false };
    lookAgain();
    await alerts.click();
    await expect.poll(() => preferences.push).toMatchObject({ bookmarkAlerts: true });
  });

  it('are reverted with a message when the server rejects them', async () => {
    await visit();
    await expect.element(toggle('Quiet hours')).not.toBeChecked();
    const saving = server().hold(putPushSettings);
    await toggle('Quiet hours').click();
    await saving.asked;
    await expect.element(toggle('Quiet hours')).toBeChecked();
    saving.release();
    await expect.poll(() => preferences.push.quietHours).not.toBeNull();
    server().fail(putPushSettings);
    await toggle('Also notify me of steps and closings').click();
    await expectShown(toast('Failed to save notification settings', 'Network error. Please try again.'));
    await expect.element(toggle('Also notify me of steps and closings')).not.toBeChecked();
    await expect.element(toggle('Quiet hours')).toBeChecked();
  });

  it('are said not to be saved also when the dialog was closed meanwhile', async () => {
    await visit();
    const saving = Promise.withResolvers<never>();
    server().on(putPushSettings, () => saving.promise);
    await toggle('Also notify me of steps and closings').click();
    await expect.poll(() => server().callsOf(putPushSettings).length).toBe(1);
    await press('Escape');
    await expectGone(dialog());
    saving.reject(new NetworkFailure());
    await expectShown(toast('Failed to save notification settings'));
  });
});

describe('with a keyboard alone', () => {
  it('sets quiet hours without sending times in between, and returns the focus to the bell', async () => {
    await openApp('/customer/dashboard', { as: person });
    await use(bell());
    await tabTo(dialog().getByRole('tab', { name: "What's new" }));
    await press('ArrowRight');
    await use(toggle('Quiet hours'), ' ');
    // Times are saved a second after the last key, which the test decides.
    const save = holdTimers(DEBOUNCE_MS);
    await tabTo(from());
    await type('1115');
    await tabTo(to());
    await type('0645');
    await tabTo(dialog().getByLabelText('Time zone'));
    await dialog().getByLabelText('Time zone').selectOptions('Europe/Berlin');
    save();
    const readValue = (field: ReturnType<typeof from>) => (field.element() as HTMLInputElement).value;
    // 12 or 24 hours, depending on the browser's language.
    const times = { from: readValue(from()), to: readValue(to()) };
    expect(times.from).toMatch(/^(11|23):15$/);
    expect(times.to).toBe('06:45');
    await expect.poll(() => preferences.push.quietHours).toEqual({ ...times, timeZone: 'Europe/Berlin' });
    const sent = server()
      .callsOf(putPushSettings)
      .map(({ body }) => body.quietHours?.from);
    expect(new Set(sent)).toEqual(new Set(['22:00', times.from]));
    expect(await findViolationsInBothThemes()).toEqual([]);
    await press('Escape');
    await expectGone(dialog());
    await expectFocus(bell());
  });

  it('answers the question in the chat', async () => {
    browser.permission = 'default';
    new FakeChat(server());
    await openApp('/customer/chat', { as: person });
    const question = page.getByRole('region', { name: 'Notifications' });
    await expectShown(question);
    expect(await findViolationsInBothThemes()).toEqual([]);
    await use(question.getByRole('button', { name: 'Allow' }));
    await expectGone(question);
    await expect.poll(() => localStorage.getItem('pushOwner')).toBe(person.id);
    expect(push.subscriptions.map(({ endpoint }) => endpoint)).toEqual([browser.endpoint]);
  });
});
