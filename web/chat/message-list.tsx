import { Fragment, type ReactNode, useMemo, useRef } from 'react';
import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';
import { useNow } from '../shared/hooks/use-now.ts';
import { type Authors, type Message, toMessage } from './chat-message.ts';
import { messageDay } from './message-time.ts';

const Rule = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-3.5 before:h-px before:flex-1 before:bg-current before:opacity-25 after:h-px after:flex-1 after:bg-current after:opacity-25">
    {children}
  </span>
);

/** One message object per row and author, so that unchanged messages do not render again. */
const useStableMessages = (rows: readonly ChatMessage[], authors: Authors): Message[] => {
  const shaped = useRef({ authors, of: new WeakMap<ChatMessage, Message>() });
  if (shaped.current.authors !== authors) shaped.current = { authors, of: new WeakMap() };
  const { of } = shaped.current;
  return useMemo(
    () =>
      rows.map((row) => {
        const message = of.get(row) ?? toMessage(row, authors);
        of.set(row, message);
        return message;
      }),
    [rows, authors, of],
  );
};

/** Messages grouped by day. The "New messages" line precedes the message with the id `line`. */
export const MessageList = ({
  rows,
  authors,
  line = null,
  children,
}: {
  rows: readonly ChatMessage[];
  authors: Authors;
  line?: string | null;
  children: (message: Message, now: number) => ReactNode;
}) => {
  const now = useNow(10_000);
  const messages = useStableMessages(rows, authors);
  const dayAt = (index: number) => {
    const message = messages[index];
    return message && messageDay(message.createdAt, now);
  };
  return messages.map((message, index) => (
    <Fragment key={message.id}>
      {dayAt(index) !== dayAt(index - 1) && (
        <h2 className="py-2 text-xs font-medium tracking-normal text-faint">
          <Rule>{dayAt(index)}</Rule>
        </h2>
      )}
      {message.id === line && (
        <p data-new-line className="py-2 text-sm text-accent">
          <Rule>New messages</Rule>
        </p>
      )}
      {children(message, now)}
    </Fragment>
  ));
};
