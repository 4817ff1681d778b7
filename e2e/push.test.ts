import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { subscriptionInput } from '../server/testing/push-device.ts';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, logOut, setUpPeople, signInCustomer, withoutDelays } from './people.ts';
import { createMessage, deliverPush, fakeSubscription, pressNotice, shownNotices } from './push-device.ts';
import { waitForActiveWorker, waitForDeferredParts } from './service-worker.ts';

/** A push from the subscription to the press; its details are in push.slow.test.ts. */
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

const devices = async () =>
  (await app.database.pool.query('select endpoint, p256dh, auth from push_subscriptions order by created_at'))
    .rows;

it('turns this device on by the question in the chat, keeps it on, and turns it off by a sign-out', async () => {
  const page = await watched(signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH }));
  const device = subscriptionInput();
  await fakeSubscription(page.context(), device);
  // The browser's permission prompt stays unanswered until the press.
  await page.addInitScript(() => {
    const state = { permission: sessionStorage.getItem('permission') ?? 'default' };
    Object.defineProperty(Notification, 'permission', { get: () => state.permission });
    Notification.requestPermission = async () => {
      state.permission = 'granted';
      sessionStorage.setItem('permission', 'granted');
      return 'granted';
    };
  });
  await page.goto('/customer/chat');
  await waitForActiveWorker(page);
  const question = page.getByRole('region', { name: 'Notifications' });
  await question.getByRole('button', { name: 'Allow' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => devices()).toEqual([{ endpoint: device.endpoint, ...device.keys }]);
  const [options] = await page.evaluate(() =>
    (window as unknown as { subscribedWith: PushSubscriptionOptionsInit[] }).subscribedWith.map(
      ({ userVisibleOnly, applicationServerKey }) => ({
        userVisibleOnly,
        bytes: (applicationServerKey as Uint8Array).length,
      }),
    ),
  );
  expect(options).toEqual({ userVisibleOnly: true, bytes: 65 });

  // The server lost the subscription; the next visit restores it without a prompt.
  await app.database.pool.query('delete from push_subscriptions');
  await page.reload();
  await expect.poll(devices).toHaveLength(1);

  await logOut(page);
  await page.waitForURL('**/login');
  await expect.poll(() => devices()).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pushOwner'))).toBeNull();
});

it('shows a push once with its text and local time, even if it arrives twice', async () => {
  const page = await allowed();
  await deliverPush(page, createMessage());
  const [shown] = await shownNotices(page);
  expect(shown).toMatchObject({
    title: 'New Forex idea: EUR/USD Bullish',
    tag: 'idea-1',
    path: createMessage().path,
    // A visible page announces the idea itself.
    silent: true,
  });
  expect(shown?.body).toMatch(/^Leverage, 4H[.] Ada Wren\n\d\d:\d\d$/);
  await deliverPush(page, createMessage());
  await deliverPush(page, createMessage({ tag: 'idea-2', title: 'Another' }));
  await expect
    .poll(async () => (await shownNotices(page)).map(({ tag }) => tag).sort())
    .toEqual(['idea-1', 'idea-2']);
});

it('opens the idea of a clicked push in the open window without a reload', async () => {
  const page = await allowed();
  await waitForDeferredParts(page);
  const ideaId = await page.evaluate(async () => {
    const token = localStorage.getItem('sessionToken');
    const answer = await fetch('/api/trade-ideas?market=Forex&state=active', {
      headers: { Authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { id: string; pair: string }[])[2]?.id ?? '';
  });
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await deliverPush(page, createMessage({ path: `/ideas/${ideaId}`, ideaId }));
  const { focused, opened } = await pressNotice(page, 'idea-1');
  expect({ focused: focused.length, opened }).toEqual({ focused: 1, opened: [] });
  await page.waitForURL(`**/ideas/${ideaId}`);
  await page.getByRole('heading', { level: 2, name: 'Change history' }).waitFor();
  await expect.poll(() => page.evaluate(() => (window as { notReloaded?: boolean }).notReloaded)).toBe(true);
  await expect.poll(() => shownNotices(page), { message: 'a pressed notice goes' }).toEqual([]);
});
