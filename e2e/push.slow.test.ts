import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionInput } from '../server/testing/push-device.ts';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, setUpPeople, signInCustomer, withoutDelays } from './people.ts';
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
});
