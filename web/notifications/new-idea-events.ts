import { useEffect } from 'react';
import { isAnnouncedByPage, type NewIdea, onNewIdea } from '../ideas/announcers.ts';

/** `isAnnounced`: the page announces it itself. */
export type NewIdeaEvent = NewIdea & { isAnnounced: boolean };

/** Events that came before there was a listener. */
let pending: NewIdeaEvent[] = [];
let listener: ((event: NewIdeaEvent) => void) | null = null;

/** Collects new ideas from the first render on. The code that shows toasts loads later and gets the earlier ones too. */
export const useCollectNewIdeas = (): void => {
  useEffect(() => {
    const stop = onNewIdea((newIdea) => {
      const event = { ...newIdea, isAnnounced: isAnnouncedByPage(newIdea.idea, newIdea.marketType) };
      if (listener) listener(event);
      else pending.push(event);
    });
    return () => {
      stop();
      // The next user of this page must not get them.
      pending = [];
    };
  }, []);
};

/** Calls back for each new idea, earlier ones included. Returns the unsubscribe function. */
export const takeNewIdeas = (callback: (event: NewIdeaEvent) => void): (() => void) => {
  listener = callback;
  const earlier = pending;
  pending = [];
  for (const event of earlier) callback(event);
  return () => {
    listener = null;
  };
};
