import type { FastifyReply } from 'fastify';

/** Links to the next page of a list. */
export const setNextLink = (reply: FastifyReply, url: string): void => {
  reply.header('link', `<${url}>; rel="next"`);
};

/**
 * The first `size` of these rows, which were selected with one more: it tells whether there is a next page, and that page is
 * linked.
 */
export const toPage = <Row>(
  reply: FastifyReply,
  rows: readonly Row[],
  size: number,
  toNextUrl: (last: Row) => string,
): Row[] => {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  if (rows.length > size && last) setNextLink(reply, toNextUrl(last));
  return page;
};
