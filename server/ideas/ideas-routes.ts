import type { FastifyReply, FastifyRequest } from 'fastify';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import {
  createIdea,
  deleteIdea,
  getIdea,
  listIdeaRevisions,
  listIdeas,
  type TradeIdea,
  updateIdea,
} from '../../contract/ideas.ts';
import { type RouteQuery, routeUrl } from '../../contract/route.ts';
import { formatCursor, parseCursor } from '../database/keyset-cursor.ts';
import type { Deps } from '../deps.ts';
import { type ContractApp, SENT } from '../plugins/contract-routes.ts';
import type { HotPage } from './hot-list.ts';
import { maySee } from './ideas-service.ts';
import { ACTIVE_PAGE, pageSizeOf } from './ideas-snapshot.ts';

type ListQuery = RouteQuery<typeof listIdeas>;

const announceNext = (reply: FastifyReply, query: ListQuery, last: TradeIdea) => {
  const next = routeUrl(listIdeas, {}, { ...query, cursor: formatCursor(last) });
  reply.header('link', `<${next}>; rel="next"`);
};

/** A list from the snapshot: the bytes as they are, or 304 to who has them. */
const sendHotPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  query: ListQuery,
  page: HotPage,
): typeof SENT => {
  reply.header('etag', page.etag).header('cache-control', 'private, no-cache');
  if (page.hasMore && page.last) announceNext(reply, query, page.last);
  if (request.headers['if-none-match'] === page.etag) reply.code(304).send();
  else reply.type('application/json; charset=utf-8').send(page.body);
  return SENT;
};

export const ideasRoutes = (app: ContractApp, { ideas, snapshot }: Deps): void => {
  app.handle(listIdeas, async ({ query, viewer, request, reply }) => {
    const { cursor, limit, pair, result, ...filter } = query;
    if (filter.educatorId !== undefined && !maySee(viewer.user, filter.educatorId)) return [];
    const isKnown =
      filter.educatorId === undefined || (EDUCATOR_IDS as readonly string[]).includes(filter.educatorId);
    const isWhole = pair === undefined && result === undefined;
    if (cursor === undefined && limit === undefined && isKnown && isWhole) {
      const page = snapshot.read(filter);
      return sendHotPage(request, reply, query, page instanceof Promise ? await page : page);
    }
    const size = Math.min(Number(limit ?? pageSizeOf(filter)), ACTIVE_PAGE);
    const after = cursor === undefined ? undefined : parseCursor(cursor);
    // One more than asked tells whether there is a next page.
    const rows = await ideas.list({ ...filter, pair, result }, size + 1, after);
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    if (rows.length > size && last) announceNext(reply, query, last);
    return shown;
  });

  app.handle(getIdea, ({ params, viewer }) => ideas.get(viewer.user, params.id));

  app.handle(listIdeaRevisions, ({ params, viewer }) => ideas.revisions(viewer.user, params.id));

  app.handle(createIdea, async ({ body, headers, viewer, reply }) => {
    const idea = await ideas.create(viewer.user, body, headers['idempotency-key']);
    reply.header('etag', `"${idea.version}"`);
    return idea;
  });

  app.handle(updateIdea, async ({ params, body, headers, viewer, reply }) => {
    const match = headers['if-match'];
    const version = match === undefined ? undefined : Number(match.slice(1, -1));
    const idea = await ideas.update(viewer.user, params.id, body, version);
    reply.header('etag', `"${idea.version}"`);
    return idea;
  });

  app.handle(deleteIdea, async ({ params, viewer }) => {
    await ideas.delete(viewer.user, params.id);
    return { success: true as const };
  });
};
