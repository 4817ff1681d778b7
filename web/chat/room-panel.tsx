import type { ReactNode } from 'react';
import type { ChatRoom } from '../../contract/chat/chat-schemas.ts';
import { Button } from '../shared/ui/button.tsx';
import { classNames } from '../shared/ui/class-names.ts';
import { FailedState } from '../shared/ui/failed-state.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Loading, Skeleton } from '../shared/ui/skeleton.tsx';
import { panelId, tabId } from '../shared/ui/tabs.tsx';
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

/** A button for a reader who is not at the end: the number of new messages, and the way to them. */
const JumpToLatest = ({ unread, onPress }: { unread: number; onPress: () => void }) => (
  <div
    className={classNames(
      'pointer-events-none absolute inset-x-0 bottom-3 flex',
      // Without new messages it stays at the side.
      unread > 0 ? 'justify-center' : 'justify-end',
    )}
  >
    <button
      type="button"
      onClick={onPress}
      aria-label={unread > 0 ? `${unread} new. Jump to latest` : 'Jump to latest'}
      className={classNames(
        'pointer-events-auto inline-flex h-11 animate-arrive items-center justify-center gap-2 rounded-full text-sm font-semibold shadow-float transition-[filter] duration-150 hover:brightness-110',
        unread > 0 ? 'bg-primary px-5 text-primary-ink' : 'w-11 bg-raised text-text',
      )}
    >
      {unread > 0 && `${unread} new`}
      <Icon name="down" size={18} />
    </button>
    <span role="status" className="sr-only">
      {unread > 0 ? `${unread} new` : ''}
    </span>
  </div>
);

/** The scroll container of a channel: its messages, or the loading, failed or empty state. */
export const RoomPanel = ({
  room,
  list,
  scroll,
  empty,
  children,
  unread = 0,
  announcement,
}: {
  room: ChatRoom;
  list: RoomMessages;
  scroll: ReturnType<typeof useRoomScroll>;
  empty: ReactNode;
  children: ReactNode;
  /** New messages below the visible ones. */
  unread?: number;
  /** Read out by screen readers. */
  announcement?: string;
}) => {
  const isEmpty = list.rows.length === 0 && list.older === 'none';
  return (
    <div className="relative min-h-0 grow border-y border-line-soft">
      {/* Before the messages in the tab order: after them it would be a hundred Tab presses away. */}
      {scroll.atEnd === false && <JumpToLatest unread={unread} onPress={scroll.goToEnd} />}
      {announcement !== undefined && (
        <p aria-live="polite" className="sr-only">
          {announcement}
        </p>
      )}
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
