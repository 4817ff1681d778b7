import type { Market } from '../../contract/ideas/markets.ts';
import type { Idea } from './idea-model.ts';

type IsAnnounced = (idea: Idea, market: Market) => boolean;
const announcers = new Set<IsAnnounced>();

/**
 * Registers a component that announces some new ideas itself, so that no toast repeats them (docs/decisions/0062).
 * Returns a function that unregisters it.
 */
export const registerAnnouncer = (isAnnounced: IsAnnounced): (() => void) => {
  announcers.add(isAnnounced);
  return () => void announcers.delete(isAnnounced);
};

export const isAnnouncedByPage: IsAnnounced = (idea, market) =>
  [...announcers].some((isAnnounced) => isAnnounced(idea, market));

/** A new idea, from the live stream or a list, and the market and time (ISO 8601) it was published with. */
export type NewIdea = { idea: Idea; marketType: Market; timestamp: string };
const listeners = new Set<(idea: NewIdea) => void>();

/** Calls back for each new idea. Returns a function that stops it. */
export const onNewIdea = (listener: (idea: NewIdea) => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const tellNewIdea = (idea: NewIdea): void => {
  for (const listener of listeners) listener(idea);
};
