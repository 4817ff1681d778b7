import type { Page } from 'playwright-core';

/** What this device stores about people: every text of the offline store, and the number of images. */
export const readCopies = (page: Page) =>
  page.evaluate(async () => {
    // Opening a missing database would create it, without the app's tables.
    const exists = (await indexedDB.databases()).some(({ name }) => name === 'chartlark-offline');
    if (!exists) return { text: '', pictures: [] };
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('chartlark-offline');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const read = await new Promise<unknown[]>((resolve, reject) => {
      const all = database.transaction('copies').objectStore('copies').getAll();
      all.onsuccess = () => resolve(all.result);
      all.onerror = () => reject(all.error);
    });
    database.close();
    const caches = await window.caches.keys();
    return { text: JSON.stringify(read), pictures: caches.filter((name) => name.startsWith('read-')) };
  });
