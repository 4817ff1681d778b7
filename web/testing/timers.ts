import { onTestFinished } from 'vitest';

/** Holds the next timers of this length until the returned function is called, or the test ends. */
export const holdTimers = (heldMs: number): (() => void) => {
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
  };
};
