import { useEffect, useEffectEvent } from 'react';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { LIVE_DEBOUNCE_MS, type LiveChange } from '../../contract/live-events.ts';
import { invalidatePrefix } from '../shared/api/query-client.ts';
import { registerLiveApplier } from './live-updates.tsx';

/** The idea of a change as it was and as it is. Empty for a message or channel. */
export const changedIdeas = ({ kind, data }: LiveChange): readonly TradeIdea[] =>
  kind === 'trade_ideas_changes' ? [data.old_record, data.record].filter((idea) => idea !== null) : [];

/** Refetches what the caller shows below `path`, once per burst of live changes. For answers that events can't update. */
export const useRefetchOnChange = (path: string, concerns: (change: LiveChange) => boolean): void => {
  const isConcerned = useEffectEvent(concerns);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unregister = registerLiveApplier((change) => {
      if (!isConcerned(change)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void invalidatePrefix(path), LIVE_DEBOUNCE_MS);
    });
    return () => {
      clearTimeout(timer);
      unregister();
    };
  }, [path]);
};
