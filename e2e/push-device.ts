import type { BrowserContext, Page } from 'playwright-core';
import type { PushSubscriptionInput } from '../contract/push.ts';
import type { TestPushService } from '../server/testing/push-service.ts';
import type { WatchedPage } from './people.ts';
import { activeWorker } from './service-worker.ts';

/**
 * Lets a browser get a subscription without a push service: `pushManager.subscribe` alone is replaced, everything
 * around it is real. The browser itself is told that notifications are allowed.
 */
export const letSubscribe = async (context: BrowserContext, device: PushSubscriptionInput): Promise<void> => {
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

/** Lets a person's browser subscribe at a push service that reads what it is sent; answers the device's name there. */
export const withDevice = async (service: TestPushService, { page }: WatchedPage): Promise<string> => {
  const name = `browser-${++devices}`;
  await letSubscribe(page.context(), service.addDevice(name));
  return name;
};

/** The same, with notifications turned on in that browser. */
export const turnOn = async (service: TestPushService, person: WatchedPage): Promise<string> => {
  const name = await withDevice(service, person);
  await person.page.goto('/test-notifications');
  await person.page.getByRole('button', { name: 'Turn on' }).click();
  await person.page.getByText('Registered', { exact: true }).waitFor();
  return name;
};

/** Sends a push to the page's real service worker, as the browser would on hearing from a push service. */
export const deliverPush = async (page: Page, data: unknown): Promise<void> => {
  await activeWorker(page);
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: typeof data === 'string' ? data : JSON.stringify(data),
  });
  await session.detach();
};

export type ShownNotice = { title: string; body: string; tag: string; silent: boolean | null; path: string };

/** For looking at what is shown: a worker that sleeps is started first, on a machine that may be at other things. */
export const patient = { timeout: 30_000 };

/** The notices the system shows for this site. */
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

/** What a press on a notice makes of the open windows: which was brought to the front, and what was opened. */
export type Pressed = { focused: string[]; opened: string[] };

/**
 * Presses a notice. A press that the system makes cannot be made from outside; so the worker's own handler gets the
 * event, and what only a trusted press may do (focus, openWindow) is noted instead.
 */
export const pressNotice = async (page: Page, tag: string): Promise<Pressed> => {
  const worker = await activeWorker(page);
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
