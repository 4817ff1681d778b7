import type { FastifyReply, FastifyRequest } from 'fastify';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import type { IdeaFilter } from '../../contract/idea-lists.ts';
import { listIdeaRevisions } from '../../contract/idea-revisions.ts';
import { createIdea, deleteIdea, updateIdea } from '../../contract/idea-writing.ts';
import { getIdea, listIdeas, type TradeIdea } from '../../contract/ideas.ts';
import { type RouteQuery, routeUrl } from '../../contract/route.ts';
import type { Deps } from '../deps.ts';
import { type ContractApp, SENT } from '../http/contract-routes.ts';
import { formatCursor, parseCursor } from '../keyset-cursor.ts';
import type { HotPage } from './cached-list.ts';
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

const isKnownEducator = (id: string) => (EDUCATOR_IDS as readonly string[]).includes(id);

/** The list of the snapshot that a query asks for, if it asks for a first page. */
const hotFilterOf = ({ cursor, limit, pair, result, ...filter }: ListQuery): IdeaFilter | undefined => {
  const isFirstPage = (cursor ?? limit ?? pair ?? result) === undefined;
  const { educatorId } = filter;
  return isFirstPage && (educatorId === undefined || isKnownEducator(educatorId)) ? filter : undefined;
};

export const ideasRoutes = (app: ContractApp, { ideas, snapshot }: Deps): void => {
  const search = async (query: ListQuery, reply: FastifyReply): Promise<TradeIdea[]> => {
    const { cursor, limit, ...filter } = query;
    const size = Math.min(Number(limit ?? pageSizeOf(filter)), ACTIVE_PAGE);
    const after = cursor === undefined ? undefined : parseCursor(cursor);
    // One more than asked tells whether there is a next page.
    const rows = await ideas.list(filter, size + 1, after);
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    if (rows.length > size && last) announceNext(reply, query, last);
    return shown;
  };

  // Not async: the list nearly everybody asks for is sent without a promise.
  app.handle(listIdeas, ({ query, viewer, request, reply }) => {
    if (query.educatorId !== undefined && !maySee(viewer.user, query.educatorId)) return [];
    const hot = hotFilterOf(query);
    if (hot === undefined) return search(query, reply);
    const page = snapshot.read(hot);
    if (page instanceof Promise) return page.then((read) => sendHotPage(request, reply, query, read));
    return sendHotPage(request, reply, query, page);
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
