import type { Page } from 'playwright-core';

/** A pause skips this time. It counts towards the 40 s without a heartbeat after which the page connects again. */
const LAG_MS = 10_000;

/** Installs a clock that is behind, so that the present is never in its past, however slow the page is. */
export const installClock = (page: Page): Promise<void> => page.clock.install({ time: Date.now() - LAG_MS });

/** Stops an installed clock at the present. */
export const pauseClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now());

/** Runs in a page or a worker, and holds its next timers of this length. */
export const holdOwnTimers = (heldMs: number) => {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const held = new Map<number, () => void>();
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number, ...given: unknown[]) => {
      if (ms !== heldMs) return start(run, ms, ...given);
      const id = start(() => undefined) as unknown as number;
      held.set(id, run);
      return id;
    },
    clearTimeout: (id?: number) => {
      held.delete(id ?? 0);
      stop(id);
    },
    releaseTimers: () => {
      const runs = [...held.values()];
      held.clear();
      for (const run of runs) run();
    },
  });
};
