import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNow } from '../../shared/hooks/use-now.ts';
import { liveState } from '../../shared/live/live-state.ts';
import { paths } from '../../shared/paths.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { clockOf, lastUpdated } from './last-updated.ts';
import { isIdeas, isRoom } from './offline-query-filter.ts';
import { useOffline } from './use-offline.ts';

/** When the live stream was last heard in this page; 0 before its first time. */
const useLiveUntil = () => {
  const until = useRef(0);
  useEffect(() => {
    let was = liveState.get();
    return liveState.subscribe(() => {
      if (was === 'connected' && liveState.get() !== 'connected') until.current = Date.now();
      was = liveState.get();
    });
  }, []);
  return until;
};

const Told = ({ location, liveUntil }: { location: string; liveUntil: number }) => {
  const client = useQueryClient();
  const now = useNow(2_000);
  const counts = location === paths.customerChat || location === paths.educatorChat ? isRoom : isIdeas;
  const shown = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.data !== undefined && counts(String(queryKey[0])))
    .map(({ queryKey, state }) => ({ url: String(queryKey[0]), updatedAt: state.dataUpdatedAt }));
  const at = lastUpdated(shown, { pageSince: performance.timeOrigin, liveUntil });
  return (
    <>
      <span className="truncate font-semibold">
        {at === null ? 'Offline.' : `Offline. Last updated ${clockOf(at, now)}`}
      </span>
      <span className="truncate text-muted max-sm:hidden">
        {at === null
          ? 'Nothing new can be loaded or sent until you are back online.'
          : 'It may have changed since. Nothing can be sent until you are back online.'}
      </span>
    </>
  );
};

/**
 * What is on screen is no longer live, and since when, for as long as it is so. It takes no room of its own: it lies on the
 * blank strip every screen begins with (`PageHead`), so nothing moves when it comes or goes. Scrolled, it stays at the very
 * edge, as thin as it is, and nothing that lies under it is kept from being pressed.
 */
export const OfflineBar = ({ location }: { location: string }) => {
  const offline = useOffline();
  const liveUntil = useLiveUntil();
  return (
    <div role="status" aria-label="Connection" className="pointer-events-none sticky top-0 z-30 h-0">
      {offline && (
        <div data-offline className="animate-fade border-b border-line-soft bg-raised">
          <p className="column flex h-4.75 items-center gap-x-2 text-2xs whitespace-nowrap sm:h-8 sm:gap-x-3 sm:text-sm">
            <Icon name="offline" size={16} className="text-dawn" />
            <Told location={location} liveUntil={liveUntil.current} />
          </p>
        </div>
      )}
    </div>
  );
};
