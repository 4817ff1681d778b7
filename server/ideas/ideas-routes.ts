import type { FastifyReply } from 'fastify';
import { EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import { canView } from '../../contract/educators/visibility.ts';
import type { IdeaFilter } from '../../contract/ideas/idea-lists.ts';
import { listIdeaRevisions, REVISIONS_PAGE } from '../../contract/ideas/idea-revisions.ts';
import { getIdea, listIdeas, type TradeIdea, toReportedIdea } from '../../contract/ideas/ideas.ts';
import {
  addIdeaStep,
  createIdea,
  deleteIdea,
  undoIdeaChange,
  updateIdea,
} from '../../contract/publishing/idea-writing.ts';
import { type RouteQuery, routeUrl } from '../../contract/shared/route.ts';
import type { CachedResponse } from '../http/cached-reads.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import { toPage } from '../http/paging.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Viewer } from '../http/viewer.ts';
import { formatCursor, parseCursor } from '../shared/keyset-cursor.ts';
import type { IdeasService } from './ideas-service.ts';
import {
  ACTIVE_PAGE,
  type CachedPage,
  getPageSize,
  HISTORY_PAGE,
  type IdeasSnapshot,
} from './ideas-snapshot.ts';

type ListQuery = RouteQuery<typeof listIdeas>;

const toNextUrl = (query: ListQuery, last: TradeIdea): string =>
  routeUrl(listIdeas, {}, { ...query, cursor: formatCursor(last) });

const toCachedResponse = (query: ListQuery, { body, etag, hasMore, last }: CachedPage): CachedResponse => ({
  body,
  etag,
  next: hasMore && last ? toNextUrl(query, last) : undefined,
});

const isKnownEducator = (id: string) => (EDUCATOR_IDS as readonly string[]).includes(id);

/** The filter of the cached list, if the query asks for a first page. */
const toCachedFilter = ({
  cursor,
  limit,
  pair,
  result,
  status,
  ...filter
}: ListQuery): IdeaFilter | undefined => {
  const isFirstPage = (cursor ?? limit ?? pair ?? result ?? status) === undefined;
  const { educatorId } = filter;
  return isFirstPage && (educatorId === undefined || isKnownEducator(educatorId)) ? filter : undefined;
};

const parseVersion = (ifMatch: string) => Number(ifMatch.replace(/\D/g, ''));

type Parts = { ideas: IdeasService; snapshot: IdeasSnapshot; rateLimiter: RateLimiter };

export const ideasRoutes = (app: ContractApp, { ideas, snapshot, rateLimiter }: Parts): void => {
  const listFromDatabase = async (
    query: ListQuery,
    { user }: Viewer,
    reply: FastifyReply,
  ): Promise<TradeIdea[]> => {
    const { cursor, limit, ...filter } = query;
    const size = Math.min(Number(limit ?? getPageSize(filter)), ACTIVE_PAGE);
    if (size > HISTORY_PAGE) rateLimiter.consume('heavyRead', user.id);
    const rows = await ideas.list(filter, size + 1, parseCursor(cursor));
    return toPage(reply, rows, size, (last) => toNextUrl(query, last)).map(toReportedIdea);
  };

  const isHidden = ({ educatorId }: ListQuery, { user }: Viewer) =>
    educatorId !== undefined && !canView(user, educatorId);

  app.handle(
    listIdeas,
    async ({ query, viewer, reply }) =>
      isHidden(query, viewer) ? [] : listFromDatabase(query, viewer, reply),
    ({ query, viewer }) => {
      const filter = isHidden(query, viewer) ? undefined : toCachedFilter(query);
      const page = filter && snapshot.read(filter);
      return page instanceof Promise
        ? page.then((loaded) => toCachedResponse(query, loaded))
        : page && toCachedResponse(query, page);
    },
  );

  app.handle(getIdea, async ({ params, viewer }) => toReportedIdea(await ideas.get(viewer.user, params.id)));

  app.handle(listIdeaRevisions, async ({ params, query, viewer, reply }) => {
    const before = query.cursor === undefined ? undefined : Number(query.cursor);
    const rows = await ideas.revisions(viewer.user, params.id, { before, limit: REVISIONS_PAGE + 1 });
    return toPage(reply, rows, REVISIONS_PAGE, ({ number }) =>
      routeUrl(listIdeaRevisions, params, { cursor: number }),
    ).reverse();
  });

  const answer = async (reply: FastifyReply, written: Promise<TradeIdea>): Promise<TradeIdea> => {
    const idea = await written;
    reply.header('etag', `"${idea.version}"`);
    return idea;
  };
  const limitChanges = ({ user }: Viewer, ideaId: string) =>
    rateLimiter.consume('ideaChange', `${user.id} ${ideaId.toLowerCase()}`);

  app.handle(createIdea, ({ body, headers, viewer, reply }) =>
    answer(reply, ideas.create(viewer.user, body, headers['idempotency-key'])),
  );

  app.handle(updateIdea, ({ params, body, headers, viewer, reply }) => {
    limitChanges(viewer, params.id);
    const match = headers['if-match'];
    const version = match === undefined ? undefined : parseVersion(match);
    return answer(reply, ideas.update(viewer.user, params.id, body, version));
  });

  app.handle(addIdeaStep, ({ params, body, viewer, reply }) => {
    limitChanges(viewer, params.id);
    return answer(reply, ideas.addStep(viewer.user, params.id, body));
  });

  app.handle(undoIdeaChange, ({ params, headers, viewer, reply }) => {
    limitChanges(viewer, params.id);
    return answer(reply, ideas.undo(viewer.user, params.id, parseVersion(headers['if-match'])));
  });

  app.handle(deleteIdea, ({ params, viewer }) => succeed(ideas.delete(viewer.user, params.id)));
};
