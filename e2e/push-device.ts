import type { BrowserContext, Page } from 'playwright-core';
import type { PushMessage, PushSubscriptionInput } from '../contract/notifications/push.ts';
import type { TestPushService } from '../server/testing/push-service.ts';
import { holdOwnTimers } from './page-clock.ts';
import type { WatchedPage } from './people.ts';
import { waitForActiveWorker } from './service-worker.ts';

/**
 * Replaces `pushManager.subscribe`, because a headless browser has no push service. Everything else is real.
 * Grants the notification permission.
 */
export const fakeSubscription = async (
  context: BrowserContext,
  device: PushSubscriptionInput,
): Promise<void> => {
  await context.grantPermissions(['notifications']);
  await context.addInitScript((fake: PushSubscriptionInput) => {
    const asked: unknown[] = [];
    Object.assign(window, { subscribedWith: asked });
    PushManager.prototype.subscribe = async (options) => {
      asked.push(options);
      return {
        endpoint: fake.endpoint,
        expirationTime: null,
        options,
        toJSON: () => fake,
        unsubscribe: async () => true,
      } as unknown as PushSubscription;
    };
  }, device);
};

let devices = 0;

/** Makes a browser subscribe at the test's push service. Returns the device's name there. */
const registerDevice = async (service: TestPushService, { page }: WatchedPage): Promise<string> => {
  const name = `browser-${++devices}`;
  await fakeSubscription(page.context(), service.addDevice(name));
  return name;
};

/** The same, and turns notifications on in the web app. */
export const turnOnNotifications = async (service: TestPushService, person: WatchedPage): Promise<string> => {
  const name = await registerDevice(service, person);
  await person.page.goto('/test-notifications');
  // Turning on waits for the worker, which caches the whole shell first, for a minute only.
  await waitForActiveWorker(person.page);
  await person.page.getByRole('button', { name: 'Turn on' }).click();
  await person.page.getByText('Registered', { exact: true }).waitFor();
  return name;
};

/**
 * Gives the page's real service worker a push, and waits until it is handled. Not through the browser, which drops a push
 * whose worker it does not count as ready yet.
 */
export const deliverPush = async (page: Page, data: unknown): Promise<void> => {
  const worker = await waitForActiveWorker(page);
  await worker.evaluate(
    async (text) => {
      const scope = self as unknown as { PushEvent: new (type: string, init: { data: string }) => Event };
      const waited: Promise<unknown>[] = [];
      const event = new scope.PushEvent('push', { data: text });
      Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => waited.push(work) });
      self.dispatchEvent(event);
      await Promise.all(waited);
    },
    typeof data === 'string' ? data : JSON.stringify(data),
  );
};

type ShownNotice = { title: string; body: string; tag: string; silent: boolean | null; path: string };

/** The notifications shown for this site. */
export const shownNotices = (page: Page): Promise<ShownNotice[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, silent, data }) => ({
      title,
      body,
      tag,
      silent,
      path: data.path,
    }));
  });

/** What a press on a notification does: which windows are focused and which are opened. */
type Pressed = { focused: string[]; opened: string[] };

/**
 * Presses a notification. A trusted press can't be simulated, so the worker's handler gets the event, and calls that need
 * a trusted press (focus, openWindow) are recorded.
 */
export const pressNotice = async (page: Page, tag: string): Promise<Pressed> => {
  const worker = await waitForActiveWorker(page);
  // It gives the page a second to reply, then loads it anew.
  await worker.evaluate(holdOwnTimers, 1_000);
  return worker.evaluate(async (name) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
      WindowClient: { prototype: { url: string; focus: () => Promise<unknown> } };
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
      dispatchEvent: (event: Event) => boolean;
    };
    const pressed: { focused: string[]; opened: string[] } = { focused: [], opened: [] };
    scope.WindowClient.prototype.focus = async function focus() {
      pressed.focused.push(this.url);
      return this;
    };
    scope.clients.openWindow = async (url) => {
      pressed.opened.push(url);
      return null;
    };
    const [notification] = await scope.registration.getNotifications({ tag: name });
    if (!notification) throw new Error(`No notice ${name} is shown`);
    const waited: Promise<unknown>[] = [];
    const event = new scope.NotificationEvent('notificationclick', { notification });
    Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => waited.push(work) });
    scope.dispatchEvent(event);
    await Promise.all(waited);
    return pressed;
  }, tag);
};

/** A message about a new idea, as the server sends it. */
export const createMessage = (changes: Partial<PushMessage> = {}): PushMessage => ({
  kind: 'idea',
  title: 'New Forex idea: EUR/USD Bullish',
  body: 'Leverage, 4H. Ada Wren',
  tag: 'idea-1',
  path: '/ideas/0041b901-5de2-4459-840f-f564cc5325de',
  image: null,
  at: new Date().toISOString(),
  ideaId: '0041b901-5de2-4459-840f-f564cc5325de',
  market: 'Forex',
  ...changes,
});
