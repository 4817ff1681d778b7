import type { ReactNode } from 'react';
import type { ChatRoom } from '../../../contract/chat-rows.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import { panelId, tabId } from '../../shared/ui/tabs.tsx';
import type { RoomMessages } from './use-messages.ts';
import type { useRoomScroll } from './use-room-scroll.ts';

const lines = ['w-4/5', 'w-3/5', 'w-11/12', 'w-2/5', 'w-3/4'];

/** Placeholder of messages in their final positions. */
export const RoomSkeleton = () => (
  <Loading label="Loading messages">
    <div aria-busy="true" className="grid gap-6 pt-4">
      {lines.map((width) => (
        <div key={width} className="flex gap-3.5">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grid grow gap-2.5">
            <Skeleton className="h-4.5 w-44 max-w-full" />
            <Skeleton className={`h-4.5 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  </Loading>
);

/** State of the older messages: loaded while scrolling, retried by a button. Its height is fixed. */
const OlderMessages = ({ older, loadOlder }: RoomMessages) => (
  <div className="grid h-14 place-items-center text-sm text-faint">
    {older === 'failed' ? (
      <p role="alert" className="flex items-center gap-3 text-muted">
        Couldn't load older messages.
        <Button size="s" onClick={loadOlder}>
          Retry
        </Button>
      </p>
    ) : older === 'none' ? (
      'This is the start of the channel'
    ) : (
      <span role="status">{older === 'loading' ? 'Loading older messages' : ''}</span>
    )}
  </div>
);

/** The scroll container of a channel: its messages, or the loading, failed or empty state. */
export const RoomPanel = ({
  room,
  list,
  scroll,
  empty,
  children,
  over,
}: {
  room: ChatRoom;
  list: RoomMessages;
  scroll: ReturnType<typeof useRoomScroll>;
  empty: ReactNode;
  children: ReactNode;
  /** Floats over the messages. It precedes them in the tab order: after them it would be a hundred Tab presses away. */
  over?: ReactNode;
}) => {
  const isEmpty = list.rows.length === 0 && list.older === 'none';
  return (
    <div className="relative min-h-0 grow border-y border-line-soft">
      {over}
      <div
        ref={scroll.box}
        onScroll={scroll.onScroll}
        onKeyDown={scroll.onKeyDown}
        role="tabpanel"
        id={panelId(room.id)}
        aria-labelledby={tabId(room.id)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px] [overflow-anchor:none]"
      >
        {/* Few messages are aligned to the end of the panel. */}
        <div ref={scroll.content} className="flex min-h-full flex-col justify-end pb-2">
          {list.state === 'loading' && <RoomSkeleton />}
          {list.state === 'failed' && (
            <div className="my-auto">
              <FailedState onRetry={list.retry} busy={list.retrying} />
            </div>
          )}
          {list.state === 'ready' && isEmpty && <div className="my-auto">{empty}</div>}
          {list.state === 'ready' && !isEmpty && (
            <>
              <OlderMessages {...list} />
              {children}
            </>
          )}
        </div>
      </div>
    </div>
  );
};
