import { memo } from 'react';
import { linkify } from './linkify.ts';

/** Line breaks are kept, links are links, everything else is text. */
export const MessageText = memo(({ text }: { text: string }) => {
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
            className="rounded-s font-medium text-note underline decoration-note/40 underline-offset-3 hover:decoration-note"
          >
            {part.text}
          </a>
        );
      })}
    </p>
  );
});
