import type { ToPage } from '../shared/worker-messages.ts';

type Tab = { readonly url: string; readonly focused: boolean; readonly visibilityState: string };

/** The open window for a notification: the one on its page, else the focused one, a visible one, or any. */
export const findBestWindow = <T extends Tab>(windows: readonly T[], href: string): T | undefined =>
  windows.find(({ url }) => url === href) ??
  windows.find(({ focused }) => focused) ??
  windows.find(({ visibilityState }) => visibilityState === 'visible') ??
  windows[0];

/** A path of this site as a URL; the start page for anything else. */
export const toOwnUrl = (path: unknown, origin: string): URL => {
  const home = new URL('/', origin);
  try {
    const url = new URL(typeof path === 'string' ? path : '/', origin);
    return url.origin === origin ? url : home;
  } catch {
    return home;
  }
};

/** A page that does not reply in this time is still loading or runs another version. */
const REPLY_TIMEOUT_MS = 1_000;

/** Asks an open page to navigate without a reload, so that nothing typed there is lost. */
const navigatePage = (page: WindowClient, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), REPLY_TIMEOUT_MS);
    page.postMessage({ type: 'go-to', path } satisfies ToPage, [port2]);
  });

/** Shows the page of a notification in an open window, or opens one. */
const openPath = async (worker: ServiceWorkerGlobalScope, path: unknown): Promise<void> => {
  const url = toOwnUrl(path, worker.location.origin);
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = findBestWindow(windows, url.href);
  try {
    if (!page) throw new Error('No window is open');
    await page.focus();
    if (await navigatePage(page, url.pathname + url.search)) return;
    await page.navigate(url.href);
  } catch {
    // No window is open, or it was closed meanwhile or cannot be focused.
    await worker.clients.openWindow(url.href);
  }
};

export const openOnNotificationClick = (worker: ServiceWorkerGlobalScope): void => {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { path?: unknown };
    event.waitUntil(openPath(worker, path));
  });
};
