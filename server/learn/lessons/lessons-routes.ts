import { countLessons, LESSONS_PAGE, listLessons } from '../../../contract/learn/lessons.ts';
import { routeUrl } from '../../../contract/shared/route.ts';
import type { ContractApp } from '../../http/contract-routes.ts';
import { toPage } from '../../http/paging.ts';
import { formatCursor, parseCursor } from '../../shared/keyset-cursor.ts';
import type { LessonsService } from './lessons-service.ts';

export const lessonsRoutes = (app: ContractApp, { lessons }: { lessons: LessonsService }): void => {
  app.handle(listLessons, async ({ query, reply }) => {
    const { cursor, ...filter } = query;
    const rows = await lessons.list(filter, { cursor: parseCursor(cursor), limit: LESSONS_PAGE + 1 });
    return toPage(reply, rows, LESSONS_PAGE, ({ id, closed_at }) =>
      routeUrl(
        listLessons,
        {},
        {
          ...query,
          cursor: formatCursor({ id, created_at: closed_at ?? '' }),
        },
      ),
    );
  });

  app.handle(countLessons, ({ query }) => lessons.countTopics(query));
};
