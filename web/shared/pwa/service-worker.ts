import { logFailure } from '../log-failure.ts';
import { createValueStore, useValueStore } from '../value-store.ts';
import type { ToWorker } from './worker-messages.ts';

/** How often a page that stays open asks for a new version, at most. */
const UPDATE_CHECK_MS = 30 * 60_000;
/** How long a worker may take to answer; an older one does not know the question. */
const ANSWER_MS = 2_000;
/** How long a new version may take to begin before the page is loaded anew without waiting for it. */
const TAKE_OVER_MS = 2_000;
/** How long a first installation may take, on a slow network too, before one goes on without it. */
const INSTALL_MS = 60_000;

/** A secure context is https or localhost; elsewhere there is no such thing. */
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** The page's registration, active or not yet; null where there is none. */
export const ownRegistration = async (): Promise<ServiceWorkerRegistration | null> =>
  (await workers()?.getRegistration()) ?? null;

/** The registration once its worker is active; null where it does not become so. */
export const activeRegistration = async (): Promise<ServiceWorkerRegistration | null> => {
  const registration = await ownRegistration();
  if (!registration || registration.active) return registration;
  const never = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), INSTALL_MS);
    const coming = registration.installing ?? registration.waiting;
    // What could not be kept (a full disk, a network that went) is known at once.
    coming?.addEventListener('statechange', () => coming.state === 'redundant' && resolve(null));
  });
  return Promise.race([navigator.serviceWorker.ready, never]);
};

/** Activates the newer version that is ready; null while this page runs the newest. */
const update = createValueStore<(() => void) | null>(null);

export const useUpdate = (): (() => void) | null => useValueStore(update);

/** The script this page was started by: its name is the release's. */
const ownScript = (): string =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? location.href;

const postToWorker = (worker: ServiceWorker, message: ToWorker, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports);

/** Whether a worker keeps the very release this page runs: pages come from the network, and may be ahead of it. */
const isSameRelease = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), ANSWER_MS);
    postToWorker(worker, { say: 'is-yours', script: ownScript() }, [port2]);
  });

const reload = () => location.reload();

const offerWaitingWorker = async (worker: ServiceWorker): Promise<void> => {
  if (await isSameRelease(worker)) return;
  update.set(() => {
    workers()?.addEventListener('controllerchange', reload, { once: true });
    postToWorker(worker, { say: 'take-over' });
    // It may have begun already, at a press in another tab: then nothing changes any more.
    setTimeout(reload, TAKE_OVER_MS);
  });
};

const watchRegistration = (registration: ServiceWorkerRegistration) => {
  const { waiting } = registration;
  if (waiting) void offerWaitingWorker(waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      // Without a controller it is the first one: nothing is replaced.
      if (coming.state === 'installed' && workers()?.controller) void offerWaitingWorker(coming);
    });
  });
};

const checkForUpdates = (registration: ServiceWorkerRegistration) => {
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - asked < UPDATE_CHECK_MS) return;
    asked = Date.now();
    // Without a network there is no new version either.
    registration.update().catch(() => undefined);
  });
};

/** Another tab has begun the new version: this page's own scripts may be gone. */
const watchController = (container: ServiceWorkerContainer) => {
  let hadOne = container.controller !== null;
  container.addEventListener('controllerchange', async () => {
    const { controller } = container;
    if (hadOne && controller && !(await isSameRelease(controller))) update.set(reload);
    hadOne = true;
  });
};

let started: Promise<void> | undefined;

/** Registers the worker and looks for new versions, once per page, whoever asks first. */
export const startServiceWorker = (): Promise<void> => {
  started ??= start();
  return started;
};

const start = async (): Promise<void> => {
  const container = workers();
  if (!container) return;
  if (import.meta.env.DEV) {
    // One of `npm start` on the same address would answer for what is being edited.
    for (const registration of await container.getRegistrations()) await registration.unregister();
    return;
  }
  try {
    const registration = await container.register('/sw.js', { updateViaCache: 'none' });
    watchController(container);
    watchRegistration(registration);
    checkForUpdates(registration);
  } catch (failure) {
    // A full disk, a private window, a network that went: the app works without.
    logFailure('service worker', failure);
  }
};
