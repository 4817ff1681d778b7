import { Fragment, memo } from 'react';
import { Link } from 'wouter';
import { linkify } from '../linkify.ts';

const linkClass =
  'rounded-s font-medium text-info underline decoration-info/40 underline-offset-3 hover:decoration-info';

/** Plain text whose addresses are links. Ideas of this app open here, everything else in a new tab. */
export const LinkedText = memo(({ text }: { text: string }) => {
  let at = 0;
  return linkify(text, location.origin).map((part) => {
    const key = at;
    at += part.text.length;
    if (part.href === undefined) return <Fragment key={key}>{part.text}</Fragment>;
    return part.href.startsWith('/') ? (
      <Link key={key} href={part.href} className={linkClass}>
        {part.text}
      </Link>
    ) : (
      <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow" className={linkClass}>
        {part.text}
      </a>
    );
  });
});
