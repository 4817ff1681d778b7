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
