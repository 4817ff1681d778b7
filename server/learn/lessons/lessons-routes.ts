import { toReportedIdea } from '../../../contract/ideas/ideas.ts';
import { countLessons, LESSONS_PAGE, listLessons } from '../../../contract/learn/lessons.ts';
import { routeUrl } from '../../../contract/shared/route.ts';
import type { Db } from '../../database/connection.ts';
import type { ContractApp } from '../../http/contract-routes.ts';
import { toPage } from '../../http/paging.ts';
import { formatCursor, parseCursor } from '../../shared/keyset-cursor.ts';
import { countTopics, selectLessons } from './lessons-db.ts';

/** What educators have learned from closed ideas. */
export const lessonsRoutes = (app: ContractApp, { database: { db } }: { database: { db: Db } }): void => {
  app.handle(listLessons, async ({ query, reply }) => {
    const { cursor, ...filter } = query;
    const rows = await selectLessons(db, filter, { cursor: parseCursor(cursor), limit: LESSONS_PAGE + 1 });
    return toPage(reply, rows, LESSONS_PAGE, ({ id, closed_at }) => {
      const next = formatCursor({ id, created_at: closed_at ?? '' });
      return routeUrl(listLessons, {}, { ...query, cursor: next });
    }).map(toReportedIdea);
  });

  app.handle(countLessons, ({ query }) => countTopics(db, query));
};
