import { useEffect } from 'react';
import { isAnnouncedByPage } from '../ideas/announcers.ts';
import type { Idea } from '../ideas/idea-model.ts';
import type { NewIdea } from './new-idea-toast.ts';

export type NewIdeaEvent = {
  idea: NewIdea;
  /** The page announces it itself. */
  isAnnounced: boolean;
};

/** Events that came before there was a listener. */
let pending: NewIdeaEvent[] = [];
let listener: ((event: NewIdeaEvent) => void) | null = null;

/** Collects new ideas from the first render on. The code that shows toasts loads later and gets the earlier ones too. */
export const useCollectNewIdeas = (): void => {
  useEffect(() => {
    const onCreated = (event: Event) => {
      const idea = (event as CustomEvent<NewIdea & { tradeIdea: Idea }>).detail;
      const newIdea = { idea, isAnnounced: isAnnouncedByPage(idea.tradeIdea, idea.marketType) };
      if (listener) listener(newIdea);
      else pending.push(newIdea);
    };
    window.addEventListener('tradeIdeaCreated', onCreated);
    return () => {
      window.removeEventListener('tradeIdeaCreated', onCreated);
      // The next user of this page must not get them.
      pending = [];
    };
  }, []);
};

/** Calls back for each new idea, earlier ones included. Returns the unsubscribe function. */
export const onNewIdea = (callback: (event: NewIdeaEvent) => void): (() => void) => {
  listener = callback;
  const earlier = pending;
  pending = [];
  for (const event of earlier) callback(event);
  return () => {
    listener = null;
  };
};
