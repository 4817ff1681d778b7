import type { LiveChange } from '../../../contract/live-events.ts';

export type LiveApplier = (change: LiveChange) => void;

const appliers = new Set<LiveApplier>();

/** A feature says here what a live change means for its queries. Returns the way to stop. */
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

/** Calls back when the stream cannot say what was missed: what was kept true by its changes alone is to be read anew. */
export const onLiveReset = (restart: () => void): void => {
  resetListeners.add(restart);
};

export const announceLiveReset = (): void => {
  for (const restart of resetListeners) restart();
};
