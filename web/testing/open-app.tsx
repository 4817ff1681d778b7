import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, vi } from 'vitest';
import type { User } from '../../contract/account/auth.ts';
import { ada } from '../../contract/account/user.fixture.ts';
import { App } from '../app/app.tsx';
import { loadConfig } from '../shared/api/config.ts';
import { writeStored } from '../shared/storage/local-store.ts';
import { clearCachedData } from '../shared/storage/session-reset.ts';
import { storeSignIn } from '../shared/storage/session-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { followTheme } from '../shared/theme.ts';
import { leaveOverlayEntries } from '../shared/ui/overlay-entries.ts';
import { answerBasics } from './basic-answers.ts';
import { FakeApi } from './fake-api.ts';
import { createFakeXhr } from './fake-xhr.ts';
import { moveMouse } from './mouse.ts';
import { resize } from './page.ts';
import '../styles.css';

export const customer = ada;
export const educator: User = {
  ...ada,
  id: 'edu-2',
  role: 'educator',
  email: 'educator2@demo.test',
  firstName: 'Daniel',
  lastName: 'Brandt',
  fullName: 'Daniel Brandt',
  specialty: 'Swing Trading',
  educatorId: '2',
};

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 360, height: 780 };
export type Size = { width: number; height: number };

const { fetch: fetchFile } = window;
const startPath = location.pathname + location.search;
const errors: string[] = [];
let api: FakeApi;
let user: User = customer;
let root: Root | undefined;
let container: HTMLElement | undefined;

// Vitest's page sets the padding of the body, which the app does for its tab bar.
for (const style of document.querySelectorAll('style'))
  if (/body\s*{[^}]*min-height: 100vh/.test(style.textContent)) style.remove();

// What web/main.tsx does before the first render.
history.scrollRestoration = 'manual';
followTheme();
// Vitest's page serves no service worker.
navigator.serviceWorker.register = () => Promise.reject(new TypeError('No service worker in ui tests'));
const { error: printError } = console;
console.error = (...what) => {
  errors.push(what.map(String).join(' '));
  printError(...what);
};
window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));

/** The fake server of this test. */
export const server = (): FakeApi => api;

const mount = () => {
  container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  root = createRoot(container);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
};

const unmount = () => {
  root?.unmount();
  container?.remove();
  root = undefined;
};

export type OpenOptions = {
  /** Null: nobody is signed in. */
  as?: User | null;
  size?: Size;
  /** This browser has not shown the tour yet. */
  isFirstVisit?: boolean;
};

/** Opens a page of the app as a load does, except that modules keep their state. */
export const openApp = async (
  path: string,
  { as = customer, size, isFirstVisit = false }: OpenOptions = {},
): Promise<void> => {
  unmount();
  if (size) await resize(size);
  if (as) {
    user = as;
    storeSignIn('token', as);
    if (!isFirstVisit) writeStored(storageKeys.tour(as.id), 'seen');
  }
  history.pushState(null, '', path);
  mount();
};

/** Opens the page again as a reload does: only storage and the address stay, and the state of modules. */
export const reloadApp = (): void => {
  unmount();
  clearCachedData();
  leaveOverlayEntries();
  mount();
};

const settle = <T,>(request: IDBRequest<T> | IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => resolve();
    Object.assign(request, { onsuccess: end, oncomplete: end, onerror: () => reject(request.error) });
  });

/** Clears the stores. Deleting a database would wait for connections that modules hold. */
const clearDatabases = async () => {
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    await settle(opening);
    const database = opening.result;
    const stores = [...database.objectStoreNames];
    if (stores.length > 0) {
      const change = database.transaction(stores, 'readwrite');
      for (const store of stores) change.objectStore(store).clear();
      await settle(change);
    }
    database.close();
  }
};

const clearStorage = () => {
  localStorage.clear();
  sessionStorage.clear();
  // Another tab that clears everything sends this too: it drops what modules remember of the storage.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
};

/** Called by setup.ts before each test. */
export const startTest = async (): Promise<void> => {
  // An answer that came after the last test of the file before may have been stored.
  clearStorage();
  api = new FakeApi();
  user = customer;
  answerBasics(api, () => user);
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), location.href);
    return url.pathname.startsWith('/api/') ? api.fetch(url, init) : fetchFile(input, init);
  });
  vi.stubGlobal('XMLHttpRequest', createFakeXhr(api));
  await loadConfig();
  await resize(desktop);
  // Where a test left it, it would hover over something of the next one.
  await moveMouse(['move', 2, 2]);
};

/** Called by setup.ts after each test: removes what it left, and fails it if the page or the fake server complained. */
export const endTest = async (): Promise<void> => {
  unmount();
  vi.useRealTimers();
  if (!navigator.onLine) api.setOffline(false);
  clearCachedData();
  clearStorage();
  await clearDatabases();
  history.pushState(null, '', startPath);
  vi.unstubAllGlobals();
  expect([...api.problems, ...errors.splice(0)]).toEqual([]);
};
