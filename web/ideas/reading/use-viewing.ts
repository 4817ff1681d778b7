import { useEffect, useMemo, useRef } from 'react';
import type { Market } from '../../../contract/ideas/markets.ts';
import { useSignedInUser } from '../../account/session/current-user.ts';
import type { FieldChange } from '../format-change.ts';
import type { IdeaList } from '../idea-lists.ts';
import type { Idea } from '../idea-model.ts';
import { useRevisions } from '../use-revisions.ts';
import { findChangesSince } from './reading-state.ts';
import { markDeletionRead, markMarketSeen, markRead, markViewed, useReading } from './reading-store.ts';

/**
 * SPEC §4: opening a market marks its loaded ideas as seen, and once more when all pages are loaded. Ideas that arrive later
 * count until they are shown.
 */
export const useMarketOpening = (market: Market, { state, more }: Pick<IdeaList, 'state' | 'more'>): void => {
  const { id } = useSignedInUser();
  const marked = useRef({ opening: '', isWhole: false });
  const isReady = state === 'ready';
  const isWhole = more === 'none';
  useEffect(() => {
    const opening = `${id} ${market}`;
    const { current } = marked;
    if (!isReady || (current.opening === opening && (current.isWhole || !isWhole))) return;
    marked.current = { opening, isWhole };
    markMarketSeen(id, market);
  }, [id, market, isReady, isWhole]);
};

/** Runs `view` once, as soon as the page is visible. Returns its cancellation. */
const onceVisible = (view: () => void): (() => void) => {
  const controller = new AbortController();
  const attempt = () => {
    if (document.hidden) return;
    controller.abort();
    view();
  };
  document.addEventListener('visibilitychange', attempt, { signal: controller.signal });
  attempt();
  return () => controller.abort();
};

/**
 * Marks an idea as viewed while it is shown on a visible page, and stores its read state when the reader leaves it. Until
 * then its earlier changes stay marked.
 */
export const useViewing = (idea: Idea, shown: boolean): void => {
  const { id: userId } = useSignedInUser();
  const latest = useRef(idea);
  useEffect(() => {
    latest.current = idea;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another idea is another viewing.
  useEffect(() => {
    if (!shown) return;
    let viewed = false;
    const cancel = onceVisible(() => {
      viewed = true;
      markViewed(userId, latest.current);
    });
    const leave = () => {
      if (viewed) markRead(userId, latest.current);
    };
    // A closed or reloaded page runs no effect cleanup.
    window.addEventListener('pagehide', leave);
    return () => {
      cancel();
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [userId, idea.id, shown]);
};

/** Marks the deletion of an idea as read while the page that shows it is visible. */
export const useDeletionViewing = (ideaId: string): void => {
  const { id: userId } = useSignedInUser();
  const newest = useRevisions(ideaId).data?.[0];
  useEffect(() => {
    if (newest?.action !== 'deleted') return;
    return onceVisible(() => markDeletionRead(userId, newest));
  }, [userId, newest]);
};

/** Levels and status that changed since the reader last read the idea. */
export const useChangesSinceRead = (idea: Idea): FieldChange[] => {
  const read = useReading(useSignedInUser().id).ideas.get(idea.id)?.read;
  return useMemo(() => findChangesSince(read, idea), [read, idea]);
};
