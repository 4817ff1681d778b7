/** What pages and the service worker say to one another, and the caches both know. */
export type ToWorker =
  /** A new version may begin: its reader has pressed Reload. */
  | { say: 'take-over' }
  /** Is this script part of the release you keep? The answer, true or false, comes through the port. */
  | { say: 'is-yours'; script: string };

/** A notice was pressed: show this path of the app. Answered through the port, with anything. */
export type ToPage = { say: 'go-to'; path: string };

/** Caches of pictures somebody has looked at: theirs, so they go with their sign-out. */
export const READ_IMAGES = { media: 'read-images', people: 'read-people' } as const;
