/** Messages from pages to the service worker. */
export type ToWorker =
  /** Activate: the person pressed Reload. */
  | { type: 'take-over' }
  /** Control pages too that were loading while the worker activated; its own claim misses those. */
  | { type: 'claim' }
  /** Asks whether the script belongs to the cached release. The reply, true or false, comes through the port. */
  | { type: 'is-yours'; script: string };

/** A notification was clicked: show this path. Any reply through the port confirms. */
export type ToPage = { type: 'go-to'; path: string };

/** Caches of viewed images; cleared at sign-out. */
export const IMAGE_CACHES = { media: 'read-images', people: 'read-people' } as const;
