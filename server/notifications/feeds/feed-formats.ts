import { escapeHtml } from '../../shared/escape-text.ts';

export type FeedItem = { id: string; url: string; title: string; author: string; text: string; at: string };
/** Newest first. */
export type Feed = { id: string; title: string; items: readonly FeedItem[] };

/** What XML 1.0 has no way to write. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const xml = (text: string): string => escapeHtml(text.replace(NOT_XML, ''));

const toEntry = ({ id, url, title, author, text, at }: FeedItem): string =>
  `<entry><id>${xml(id)}</id><title>${xml(title)}</title><link href="${xml(url)}"/><updated>${at}</updated>` +
  `<author><name>${xml(author)}</name></author><content>${xml(text)}</content></entry>`;

/** RFC 4287. */
export const toAtom = ({ id, title, items }: Feed): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${xml(id)}</id>` +
  `<title>${xml(title)}</title><updated>${items[0]?.at ?? new Date(0).toISOString()}</updated>` +
  `${items.map(toEntry).join('')}</feed>\n`;

/** JSON Feed 1.1. */
export const toJsonFeed = ({ title, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    items: items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      content_text: item.text,
      date_published: item.at,
      authors: [{ name: item.author }],
    })),
  });
