import { followEducator, listFollows, unfollowEducator } from '../../../contract/educators/follows.ts';
import { listBookmarks, putBookmark } from '../../../contract/ideas/bookmarks.ts';
import { addReadingState, getReadingState } from '../../../contract/ideas/reading.ts';
import { listNews, markNewsRead } from '../../../contract/notifications/news.ts';
import type { FollowsService } from '../../educators/follows-service.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import type { NewsService } from '../../notifications/news-service.ts';
import type { BookmarksService } from './bookmarks-service.ts';
import type { ReadingService } from './reading-service.ts';

export type ReadingServices = {
  follows: FollowsService;
  bookmarks: BookmarksService;
  reading: ReadingService;
  news: NewsService;
};

export const readingRoutes = (
  app: ContractApp,
  { follows, bookmarks, reading, news }: ReadingServices,
): void => {
  app.handle(listFollows, ({ viewer }) => follows.list(viewer.user));
  app.handle(followEducator, ({ viewer, params }) => follows.follow(viewer.user, params.educatorId));
  app.handle(unfollowEducator, ({ viewer, params }) => follows.unfollow(viewer.user, params.educatorId));

  app.handle(listBookmarks, ({ viewer }) => bookmarks.list(viewer.user));
  app.handle(putBookmark, ({ viewer, params, body }) => succeed(bookmarks.put(viewer.user, params.id, body)));

  app.handle(getReadingState, ({ viewer }) => reading.get(viewer.user));
  app.handle(addReadingState, ({ viewer, body }) => succeed(reading.add(viewer.user, body)));

  app.handle(listNews, ({ viewer }) => news.list(viewer.user));
  app.handle(markNewsRead, ({ viewer, body }) => succeed(news.markRead(viewer.user, new Date(body.until))));
};
