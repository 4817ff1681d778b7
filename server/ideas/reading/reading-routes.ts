import { listBookmarks, putBookmark } from '../../../contract/ideas/bookmarks.ts';
import { addReadingState, getReadership, getReadingState } from '../../../contract/ideas/reading.ts';
import type { Db } from '../../database/connection.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import type { Clock } from '../../shared/clock.ts';
import type { IdeasService } from '../ideas-service.ts';
import { readBookmarks, writeBookmark } from './bookmarks-service.ts';
import { countReaders, mergeReadingState, readReadingState } from './reading-service.ts';

export const readingRoutes = (
  app: ContractApp,
  { database: { db }, ideas, clock }: { database: { db: Db }; ideas: IdeasService; clock: Clock },
): void => {
  app.handle(listBookmarks, ({ viewer }) => readBookmarks(db, viewer.user));
  app.handle(putBookmark, ({ viewer, params, body }) =>
    succeed(writeBookmark({ db, ideas, clock }, viewer.user, params.id, body)),
  );

  app.handle(getReadership, async ({ viewer, params }) => {
    await ideas.assertOwner(viewer.user, params.id);
    return countReaders(db, params.id);
  });
  app.handle(getReadingState, ({ viewer }) => readReadingState(db, viewer.user.id, clock()));
  app.handle(addReadingState, ({ viewer, body }) =>
    succeed(mergeReadingState(db, viewer.user.id, body, clock())),
  );
};
