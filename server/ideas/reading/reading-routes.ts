import { listBookmarks, putBookmark } from '../../../contract/ideas/bookmarks.ts';
import { addReadingState, getReadership, getReadingState } from '../../../contract/ideas/reading.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import type { IdeasService } from '../ideas-service.ts';
import type { BookmarksService } from './bookmarks-service.ts';
import type { ReadingService } from './reading-service.ts';

export const readingRoutes = (
  app: ContractApp,
  {
    bookmarks,
    reading,
    ideas,
  }: { bookmarks: BookmarksService; reading: ReadingService; ideas: Pick<IdeasService, 'assertOwner'> },
): void => {
  app.handle(listBookmarks, ({ viewer }) => bookmarks.list(viewer.user));
  app.handle(putBookmark, ({ viewer, params, body }) => succeed(bookmarks.put(viewer.user, params.id, body)));

  app.handle(getReadership, async ({ viewer, params }) => {
    await ideas.assertOwner(viewer.user, params.id);
    return reading.countReaders(params.id);
  });
  app.handle(getReadingState, ({ viewer }) => reading.get(viewer.user));
  app.handle(addReadingState, ({ viewer, body }) => succeed(reading.add(viewer.user, body)));
};
