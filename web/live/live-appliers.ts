import type { LiveChange } from '../../contract/live-events.ts';

type LiveApplier = (change: LiveChange) => void;

const appliers = new Set<LiveApplier>();

/** Registers what a live change does to an entity's queries. Returns a function that unregisters it. */
export const registerLiveApplier = (applier: LiveApplier): (() => void) => {
  appliers.add(applier);
  return () => {
    appliers.delete(applier);
  };
};

export const applyLiveChange = (change: LiveChange): void => {
  for (const applier of appliers) applier(change);
};

const resetListeners = new Set<() => void>();

/** Calls back when the stream cannot resume: data kept current by events must be fetched again. */
export const onLiveReset = (restart: () => void): void => {
  resetListeners.add(restart);
};

export const announceLiveReset = (): void => {
  for (const restart of resetListeners) restart();
};
