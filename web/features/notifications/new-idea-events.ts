import { useEffect } from 'react';
import { hasAnnouncer } from '../../shared/live/announcement-registry.ts';
import type { Arrival } from './new-idea-toast.ts';

export type Heard = {
  arrival: Arrival;
  /** The screen itself said so when it came. */
  isSaid: boolean;
};

/** What came before anybody told of it. */
let early: Heard[] = [];
let tell: ((heard: Heard) => void) | null = null;

/**
 * Hears new ideas from a page's first moment. What tells of them comes some seconds later, when the page has had the
 * network to itself, and is given what came until then.
 */
export const useHearArrivals = (): void => {
  useEffect(() => {
    const onCreated = (event: Event) => {
      const arrival = (event as CustomEvent<Arrival>).detail;
      const heard = { arrival, isSaid: hasAnnouncer(arrival.marketType) };
      if (tell) tell(heard);
      else early.push(heard);
    };
    window.addEventListener('tradeIdeaCreated', onCreated);
    return () => {
      window.removeEventListener('tradeIdeaCreated', onCreated);
      // Another person's page begins without them.
      early = [];
    };
  }, []);
};

/** Calls back for each new idea, those included that have come already. Returns the way to stop. */
export const onArrival = (listener: (heard: Heard) => void): (() => void) => {
  tell = listener;
  const waiting = early;
  early = [];
  for (const heard of waiting) listener(heard);
  return () => {
    tell = null;
  };
};
