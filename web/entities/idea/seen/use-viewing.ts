import { useEffect, useMemo, useRef } from 'react';
import type { Market } from '../../../../contract/markets.ts';
import { useStored } from '../../../shared/storage/local-store.ts';
import { storageKeys } from '../../../shared/storage/storage-keys.ts';
import { useSignedInUser } from '../../session/current-user.ts';
import type { Idea } from '../idea-model.ts';
import { changesSince, type FieldChange } from './read-state.ts';
import { markMarketSeen, markRead, markViewed } from './seen-store.ts';

/** SPEC §4: opening a market marks its ideas seen, once they are there. What arrives later counts until it is shown. */
export const useMarketOpening = (market: Market, ready: boolean): void => {
  const { id } = useSignedInUser();
  const opened = useRef<string>(undefined);
  useEffect(() => {
    const opening = `${id} ${market}`;
    if (!ready || opened.current === opening) return;
    opened.current = opening;
    markMarketSeen(id, market);
  }, [id, market, ready]);
};

/**
 * Records that an idea is shown to the reader, once the page itself is in sight, and when they leave it, how it
 * stood then: until that, what changed before stays marked on it.
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
    const view = () => {
      if (viewed || document.hidden) return;
      viewed = true;
      markViewed(userId, latest.current);
    };
    const leave = () => {
      if (viewed) markRead(userId, latest.current);
    };
    view();
    document.addEventListener('visibilitychange', view);
    // A page that is closed or loaded anew runs no clean-up.
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', view);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [userId, idea.id, shown]);
};

/** Levels and status of an idea that changed since this reader last read it. */
export const useChangesSinceRead = (idea: Idea): FieldChange[] => {
  const [list] = useStored(storageKeys.readIdeas(useSignedInUser().id));
  return useMemo(
    () =>
      changesSince(
        list.find(({ id }) => id === idea.id),
        idea,
      ),
    [list, idea],
  );
};
