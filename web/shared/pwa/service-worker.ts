import { logFailure } from '../log-failure.ts';
import { createValueStore, useValueStore } from '../value-store.ts';
import type { ToWorker } from '../worker-messages.ts';

/** Minimum interval between update checks of an open page. */
const UPDATE_CHECK_MS = 30 * 60_000;
/** Reply timeout; older workers do not know the message. */
const ANSWER_MS = 2_000;
/** How long to wait for the new worker to activate before reloading anyway. */
const TAKE_OVER_MS = 2_000;
/** How long to wait for the first installation, also on a slow network. */
const INSTALL_MS = 60_000;

/** Undefined outside of a secure context (https or localhost). */
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** The page's registration, active or not; null without one. */
export const ownRegistration = async (): Promise<ServiceWorkerRegistration | null> =>
  (await workers()?.getRegistration()) ?? null;

/** The registration once its worker is active; null when that fails. */
export const activeRegistration = async (): Promise<ServiceWorkerRegistration | null> => {
  const registration = await ownRegistration();
  if (!registration || registration.active) return registration;
  const never = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), INSTALL_MS);
    const coming = registration.installing ?? registration.waiting;
    // A failed installation (full disk, lost network) is known at once.
    coming?.addEventListener('statechange', () => coming.state === 'redundant' && resolve(null));
  });
  return Promise.race([navigator.serviceWorker.ready, never]);
};

/** Activates the newer version that is ready; null while this page runs the newest. */
const update = createValueStore<(() => void) | null>(null);

export const useUpdate = (): (() => void) | null => useValueStore(update);

/** The page's entry script; its name identifies the release. */
const ownScript = (): string =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? location.href;

const postToWorker = (worker: ServiceWorker, message: ToWorker, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports);

/** Whether a worker has cached the release this page runs. Pages come from the network and may be newer. */
const isSameRelease = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), ANSWER_MS);
    postToWorker(worker, { type: 'is-yours', script: ownScript() }, [port2]);
  });

const reload = () => location.reload();

const offerWaitingWorker = async (worker: ServiceWorker): Promise<void> => {
  if (await isSameRelease(worker)) return;
  update.set(() => {
    workers()?.addEventListener('controllerchange', reload, { once: true });
    postToWorker(worker, { type: 'take-over' });
    // Another tab may have activated it already: then there is no controllerchange event.
    setTimeout(reload, TAKE_OVER_MS);
  });
};

const watchRegistration = (registration: ServiceWorkerRegistration) => {
  const { waiting } = registration;
  if (waiting) void offerWaitingWorker(waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      // Without a controller this is the first installation, not an update.
      if (coming.state === 'installed' && workers()?.controller) void offerWaitingWorker(coming);
    });
  });
};

const checkForUpdates = (registration: ServiceWorkerRegistration) => {
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - asked < UPDATE_CHECK_MS) return;
    asked = Date.now();
    // Offline there is nothing to check.
    registration.update().catch(() => undefined);
  });
};

/** Offers a reload when another tab activated a new version: this page's scripts may be gone. */
const watchController = (container: ServiceWorkerContainer) => {
  let hadOne = container.controller !== null;
  container.addEventListener('controllerchange', async () => {
    const { controller } = container;
    if (hadOne && controller && !(await isSameRelease(controller))) update.set(reload);
    hadOne = true;
  });
};

let started: Promise<void> | undefined;

/** Registers the worker and checks for updates, once per page load. */
export const startServiceWorker = (): Promise<void> => {
  started ??= start();
  return started;
};

const start = async (): Promise<void> => {
  const container = workers();
  if (!container) return;
  if (import.meta.env.DEV) {
    // A worker of `npm start` on the same origin would serve old files to the dev server's page.
    for (const registration of await container.getRegistrations()) await registration.unregister();
    return;
  }
  try {
    const registration = await container.register('/sw.js', { updateViaCache: 'none' });
    watchController(container);
    watchRegistration(registration);
    checkForUpdates(registration);
    if (registration.active && !container.controller) postToWorker(registration.active, { type: 'claim' });
  } catch (failure) {
    // The app works without it (full disk, private window, lost network).
    logFailure('service worker', failure);
  }
};
