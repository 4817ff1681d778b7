import {
  createVideo,
  deleteVideo,
  listVideos,
  updateVideo,
  VIDEOS_PAGE,
} from '../../../contract/learn/videos.ts';
import { routeUrl } from '../../../contract/shared/route.ts';
import type { Db } from '../../database/connection.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import { toPage } from '../../http/paging.ts';
import type { Clock } from '../../shared/clock.ts';
import { formatCursor, parseCursor } from '../../shared/keyset-cursor.ts';
import { selectVideos } from './videos-db.ts';
import { addVideo, changeVideo, removeVideo } from './videos-service.ts';

export const videosRoutes = (
  app: ContractApp,
  { database: { db }, clock }: { database: { db: Db }; clock: Clock },
): void => {
  app.handle(listVideos, async ({ viewer, query, reply }) => {
    const size = Number(query.limit ?? VIDEOS_PAGE);
    const page = { cursor: parseCursor(query.cursor), limit: size + 1 };
    const rows = await selectVideos(db, { ...query, withHidden: viewer.user.role === 'educator' }, page);
    return toPage(reply, rows, size, (last) =>
      routeUrl(listVideos, {}, { ...query, cursor: formatCursor(last) }),
    );
  });

  app.handle(createVideo, ({ viewer, body, headers }) =>
    addVideo(db, clock(), viewer.user, body, headers['idempotency-key']),
  );

  app.handle(updateVideo, ({ viewer, params, body }) =>
    changeVideo(db, clock(), viewer.user, params.id, body),
  );

  app.handle(deleteVideo, ({ viewer, params }) => succeed(removeVideo(db, viewer.user, params.id)));
};
