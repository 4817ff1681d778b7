import { onTestFinished } from 'vitest';

/**
 * Holds the next timers of this length until the returned function is called, or the test ends. It returns how many there
 * were. An effect may start a timer after the page shows what it is about, so poll it: `expect.poll(end).toBe(1)`.
 */
export const holdTimers = (heldMs: number): (() => number) => {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const held = new Map<number, () => void>();
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number, ...given: unknown[]) => {
      if (ms !== heldMs) return start(run, ms, ...given);
      const id = Number(start(() => undefined));
      held.set(id, run);
      return id;
    },
    clearTimeout: (id?: number) => {
      held.delete(id ?? 0);
      stop(id);
    },
  });
  onTestFinished(() => void Object.assign(globalThis, { setTimeout: start, clearTimeout: stop }));
  return () => {
    const runs = [...held.values()];
    held.clear();
    for (const run of runs) run();
    return runs.length;
  };
};

/** Lets timers and intervals of this length run at once until the test ends, so that nothing waits for a poll. */
export const skipTimers = (skippedMs: number): void => {
  const { setTimeout: start, setInterval: repeat } = globalThis;
  const shorten = (ms?: number) => (ms === skippedMs ? 0 : ms);
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number, ...given: unknown[]) => start(run, shorten(ms), ...given),
    setInterval: (run: () => void, ms?: number, ...given: unknown[]) => repeat(run, shorten(ms), ...given),
  });
  onTestFinished(() => void Object.assign(globalThis, { setTimeout: start, setInterval: repeat }));
};
