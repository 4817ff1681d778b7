import { memo, type ReactNode } from 'react';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import type { Message } from './chat-message.ts';
import { linkify } from './linkify.ts';
import { MessageImage } from './message-image.tsx';

/** Keeps line breaks and renders links; everything else is plain text. */
const MessageText = memo(({ text }: { text: string }) => {
  let at = 0;
  return (
    <p className="mt-1 wrap-anywhere whitespace-pre-line">
      {linkify(text).map((part) => {
        const key = at;
        at += part.text.length;
        return part.href === undefined ? (
          part.text
        ) : (
          <a
            key={key}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="rounded-s font-medium text-info underline decoration-info/40 underline-offset-3 hover:decoration-info"
          >
            {part.text}
          </a>
        );
      })}
    </p>
  );
});

/** SPEC §2's author, specialty badge, time or Now, and (edited). The tooltip has the full time. */
const MessageHead = ({ message, time }: { message: Message; time: string }) => (
  <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-sm text-muted">
    <strong className="min-w-0 text-base font-semibold wrap-anywhere text-text">{message.author}</strong>
    {message.specialty && (
      <span className="max-w-full truncate rounded-full border border-line px-2.5 py-px text-xs">
        {message.specialty}
      </span>
    )}
    <span className="whitespace-nowrap">
      <time dateTime={message.createdAt} title={absoluteTime(message.createdAt, Date.now())}>
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
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 py-3 sm:gap-3.5"
    >
      <Avatar name={message.author} image={message.authorImage} />
      <div className="min-w-0">
        <MessageHead message={message} time={time} />
        {body ?? <MessageText text={message.text} />}
        {message.imageUrl && <MessageImage src={message.imageUrl} author={message.author} />}
        {children}
      </div>
    </article>
  ),
);
