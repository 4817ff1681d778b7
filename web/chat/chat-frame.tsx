import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { listRooms, marketRooms } from '../../contract/chat/chat.ts';
import type { ChatRoom } from '../../contract/chat/chat-schemas.ts';
import { DISCLAIMER } from '../../contract/shared/brand.ts';
import { useEducators } from '../educators/use-educators.ts';
import { routeQuery } from '../shared/api/route-query.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { FailedState } from '../shared/ui/failed-state.tsx';
import { PageHead, type WayBack } from '../shared/ui/page-head.tsx';
import { Tabs } from '../shared/ui/tabs.tsx';
import { type Authors, indexAuthors } from './chat-message.ts';
import { RoomSkeleton } from './room-panel.tsx';

const isMarketRoom = ({ name }: ChatRoom) => (marketRooms as readonly string[]).includes(name);

/** SPEC §2: the rooms Leverage Ideas and Exchange Ideas, the first one selected. The address may name another one. */
const useRooms = () => {
  const { data, isError, isFetching, refetch } = useQuery(routeQuery(listRooms, {}));
  const [path, navigate] = useLocation();
  const selected = new URLSearchParams(useSearch()).get('channel');
  const rooms = (data ?? []).filter(isMarketRoom);
  return {
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    rooms,
    /** The selected channel, else the first; null without any. */
    room: rooms.find(({ id }) => id === selected) ?? rooms[0] ?? null,
    choose: (id: string) => navigate(`${path}?channel=${id}`, { replace: true }),
    retry: () => void refetch(),
    retrying: isFetching,
  };
};

/**
 * The layout of both chat pages: the height of the window below the header, so that only the messages scroll. In a low
 * window (landscape phone, large text) the page scrolls.
 */
export const ChatFrame = ({
  title,
  documentTitle,
  back,
  notice,
  note,
  children,
}: {
  title: string;
  documentTitle?: string;
  back: WayBack;
  /** Above the messages. */
  notice?: ReactNode;
  /** Below the messages. */
  note?: ReactNode;
  /** The selected channel. */
  children: (room: ChatRoom, authors: Authors) => ReactNode;
}) => {
  const rooms = useRooms();
  const educators = useEducators();
  const authors = useMemo(() => indexAuthors(educators.values()), [educators]);
  return (
    <div className="mx-auto -mb-10 flex w-full max-w-214 flex-col sm:h-[calc(100dvh-4.3125rem-var(--dock))] sm:min-h-120">
      {/* On phones the disclaimer is below the window, because messages need the height. */}
      <div className="flex min-h-120 flex-col max-sm:h-[calc(100dvh-4.0625rem-var(--dock))] sm:min-h-0 sm:grow">
        <PageHead
          title={title}
          {...(documentTitle && { documentTitle })}
          back={back}
          phones="compact"
          actions={
            rooms.rooms.length > 0 && (
              <Tabs
                label="Rooms"
                tabs={rooms.rooms.map(({ id, name }) => ({ id, label: name }))}
                selected={rooms.room?.id ?? null}
                onSelect={rooms.choose}
                className="max-sm:w-[calc(100vw-2rem)]"
              />
            )
          }
        />
        <div className="column flex min-h-0 grow flex-col">
          {notice}
          {rooms.state === 'loading' && <RoomSkeleton />}
          {rooms.state === 'failed' && <FailedState onRetry={rooms.retry} busy={rooms.retrying} />}
          {rooms.state === 'ready' &&
            (rooms.room ? (
              children(rooms.room, authors)
            ) : (
              <EmptyState title="Select a channel to view educator insights" />
            ))}
        </div>
        {note && (
          <p className="column shrink-0 pt-1.5 text-center text-2xs text-balance text-muted max-sm:pb-1.5 sm:pt-3 sm:text-sm">
            {note}
          </p>
        )}
      </div>
      <footer className="column shrink-0 pt-1 pb-3 text-center text-2xs text-balance text-faint sm:text-xs">
        {DISCLAIMER}
      </footer>
    </div>
  );
};
