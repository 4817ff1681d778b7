import { memo, type ReactNode, useState } from 'react';
import { absoluteTime } from '../shared/absolute-time.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { Avatar } from '../shared/ui/avatar.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { MultilineText } from '../shared/ui/multiline-text.tsx';
import type { Message } from './chat-message.ts';

/** A message's image with a fixed height, so that nothing moves when it loads. A click enlarges it. */
const MessageImage = ({ src, author }: { src: string; author: string }) => {
  const [open, setOpen] = useState(false);
  const [lost, setLost] = useState(false);
  if (lost)
    return (
      <p className="mt-2 inline-flex items-center gap-2 rounded-m border border-line-soft px-3.5 py-2.5 text-sm text-muted">
        <Icon name="warning" size={18} />
        This image could not be loaded.
      </p>
    );
  const alt = `Image from ${author}`;
  return (
    <>
      <button
        type="button"
        aria-label={`View image from ${author} full size`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="mt-2 block h-44 max-w-full cursor-zoom-in overflow-hidden rounded-m border border-line-soft bg-sunken sm:h-60"
      >
        <img
          src={apiUrl(src)}
          alt=""
          onError={() => setLost(true)}
          className="h-full min-w-24 object-cover"
        />
      </button>
      <Dialog open={open} onOpenChange={setOpen} size="l" title={alt}>
        <img
          src={apiUrl(src)}
          alt={alt}
          className="mx-auto max-h-[68dvh] max-w-full rounded-m object-contain"
        />
      </Dialog>
    </>
  );
};

/** SPEC §2's author, specialty badge, time or Now, and (edited). The tooltip has the full time. */
const MessageHead = ({ message, time }: { message: Message; time: string }) => (
  <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-sm text-muted">
    <strong className="min-w-0 text-base font-semibold wrap-anywhere text-text">
      <bdi>{message.author}</bdi>
    </strong>
    {message.specialty && (
      <span className="rounded-m border border-line px-2.5 py-px text-xs">
        <bdi>{message.specialty}</bdi>
      </span>
    )}
    <span className="whitespace-nowrap">
      <time dateTime={message.createdAt} title={absoluteTime(message.createdAt)}>
        {time}
      </time>
      {message.isEdited && ' (edited)'}
    </span>
  </p>
);

/** A chat message. `children` are its actions; `body` replaces its text while it is edited. */
export const MessageItem = memo(
  ({
    message,
    time,
    body,
    children,
  }: {
    message: Message;
    time: string;
    body?: ReactNode;
    children?: ReactNode;
  }) => (
    <article
      data-message={message.id}
      aria-label={`Message from ${message.author}`}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 py-1.5 sm:gap-3.5 sm:py-3"
    >
      <Avatar name={message.author} image={message.authorImage} />
      <div className="min-w-0">
        <MessageHead message={message} time={time} />
        {body ?? <MultilineText text={message.text} className="sm:mt-1" />}
        {message.imageUrl && <MessageImage src={message.imageUrl} author={message.author} />}
        {children}
      </div>
    </article>
  ),
);
