import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { liveState } from '../../live/live-state.ts';
import { shortTime } from '../../shared/absolute-time.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { paths } from '../../shared/paths.ts';
import { toServerTime } from '../../shared/server-clock.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { isBookmarksUrl, isIdeasUrl, isMessagesUrl } from './offline-query-filter.ts';
import { useOffline } from './use-offline.ts';

/**
 * When the oldest query on screen was last up to date, by the times at which they were loaded. The live stream kept the
 * queries of this page current until `liveUntil`. Copies restored from an earlier visit keep their own time.
 */
export const lastUpdated = (
  loaded: readonly number[],
  { pageSince, liveUntil }: { pageSince: number; liveUntil: number },
): number | null => {
  if (loaded.length === 0) return null;
  return Math.min(...loaded.map((at) => (at >= pageSince ? Math.max(at, liveUntil) : at)));
};

/** Which queries a screen shows, and whether the live stream keeps them current. */
export const describeScreen = (location: string) => {
  if (location === paths.bookmarks) return { isRelevant: isBookmarksUrl, isLive: false };
  const isChat = location === paths.customerChat || location === paths.educatorChat;
  return { isRelevant: isChat ? isMessagesUrl : isIdeasUrl, isLive: true };
};

/** When the live stream of this page was last connected; 0 if never. */
const useLiveUntil = () => {
  const ref = useRef(0);
  useEffect(() => {
    let previous = liveState.get();
    return liveState.subscribe(() => {
      if (previous === 'connected' && liveState.get() !== 'connected') ref.current = Date.now();
      previous = liveState.get();
    });
  }, []);
  return ref;
};

const OfflineMessage = ({ location, liveUntil }: { location: string; liveUntil: number }) => {
  const client = useQueryClient();
  const now = useNow(2_000);
  const { isRelevant, isLive } = describeScreen(location);
  const loaded = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.data !== undefined && isRelevant(String(queryKey[0])))
    .map(({ state }) => state.dataUpdatedAt);
  const at = lastUpdated(loaded, {
    pageSince: performance.timeOrigin,
    liveUntil: isLive ? liveUntil : 0,
  });
  return (
    <>
      <span className="truncate font-semibold">
        {at === null
          ? 'Offline.'
          : `Offline. Last updated ${shortTime(new Date(toServerTime(at)), new Date(now))}`}
      </span>
      <span className="truncate text-muted max-sm:hidden">
        {at === null
          ? "You can't load or send anything while offline."
          : "This may be out of date. You can't send anything while offline."}
      </span>
    </>
  );
};

/**
 * Says that the page is offline, and when it was last updated. It takes no space: it covers the blank strip at the top of
 * every page (`PageHead`), so nothing moves when it appears. It sticks to the top while scrolling, and lets clicks pass
 * through.
 */
export const OfflineBar = ({ location }: { location: string }) => {
  const offline = useOffline();
  const liveUntil = useLiveUntil();
  return (
    <div role="status" aria-label="Connection" className="pointer-events-none sticky top-0 z-30 h-0">
      {offline && (
        <div data-offline className="animate-fade border-b border-line-soft bg-raised">
          <p className="column flex h-4.75 items-center gap-x-2 text-2xs whitespace-nowrap sm:h-8 sm:gap-x-3 sm:text-sm">
            <Icon name="offline" size={16} className="text-accent" />
            <OfflineMessage location={location} liveUntil={liveUntil.current} />
          </p>
        </div>
      )}
    </div>
  );
};
