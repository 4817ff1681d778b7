import { useCallback, useSyncExternalStore } from 'react';

type Clock = { now: number; listeners: Set<() => void>; timer: ReturnType<typeof setInterval> | undefined };

/** One timer per interval, however many cards show a time. */
const clocks = new Map<number, Clock>();

const tick = (clock: Clock) => {
  clock.now = Date.now();
  for (const listener of clock.listeners) listener();
};

const run = (interval: number, clock: Clock) => {
  clearInterval(clock.timer);
  clock.timer = undefined;
  if (document.hidden || clock.listeners.size === 0) return;
  tick(clock);
  clock.timer = setInterval(() => tick(clock), interval);
};

const getClock = (interval: number): Clock => {
  const existing = clocks.get(interval);
  if (existing) return existing;
  const clock: Clock = { now: Date.now(), listeners: new Set(), timer: undefined };
  clocks.set(interval, clock);
  document.addEventListener('visibilitychange', () => run(interval, clock));
  return clock;
};

/** The current time in milliseconds, updated every `intervalMs` while the page is visible. */
export const useNow = (intervalMs = 1_000): number => {
  const clock = getClock(intervalMs);
  // A stable function: a new one would resubscribe on every render.
  const subscribe = useCallback(
    (listener: () => void) => {
      clock.listeners.add(listener);
      if (clock.listeners.size === 1) queueMicrotask(() => run(intervalMs, clock));
      return () => {
        clock.listeners.delete(listener);
        if (clock.listeners.size === 0) run(intervalMs, clock);
      };
    },
    [clock, intervalMs],
  );
  return useSyncExternalStore(subscribe, () => clock.now);
};
