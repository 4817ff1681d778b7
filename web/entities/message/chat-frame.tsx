import type { ReactNode } from 'react';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { PageHead, type WayBack } from '../../shared/ui/page-head.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { RoomSkeleton } from './room-panel.tsx';
import type { Rooms } from './use-rooms.ts';

/**
 * The layout of both chat pages: the height of the window below the header, so that only the messages scroll. In a low
 * window (landscape phone, large text) the page scrolls.
 */
export const ChatFrame = ({
  title,
  documentTitle,
  back,
  rooms,
  notice,
  footer,
  children,
}: {
  title: string;
  documentTitle?: string;
  back: WayBack;
  rooms: Rooms;
  /** Above the messages. */
  notice?: ReactNode;
  footer: ReactNode;
  /** The selected channel. */
  children: ReactNode;
}) => (
  <div className="mx-auto -mb-10 flex h-[calc(100dvh-4.0625rem-var(--dock))] min-h-120 w-full max-w-214 flex-col sm:h-[calc(100dvh-4.3125rem-var(--dock))]">
    <PageHead
      title={title}
      {...(documentTitle && { documentTitle })}
      back={back}
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
        (rooms.room ? children : <EmptyState title="Select a channel to view educator insights" />)}
    </div>
    <div className="column shrink-0 py-3">{footer}</div>
  </div>
);
