import {
  createVideo,
  deleteVideo,
  listVideos,
  updateVideo,
  VIDEOS_PAGE,
} from '../../../contract/learn/videos.ts';
import { routeUrl } from '../../../contract/shared/route.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import { toPage } from '../../http/paging.ts';
import { formatCursor, parseCursor } from '../../shared/keyset-cursor.ts';
import type { VideosService } from './videos-service.ts';

export const videosRoutes = (app: ContractApp, { videos }: { videos: VideosService }): void => {
  app.handle(listVideos, async ({ viewer, query, reply }) => {
    const size = Number(query.limit ?? VIDEOS_PAGE);
    const cursor = parseCursor(query.cursor);
    const rows = await videos.list(viewer.user, query, { cursor, limit: size + 1 });
    return toPage(reply, rows, size, (last) =>
      routeUrl(listVideos, {}, { ...query, cursor: formatCursor(last) }),
    );
  });

  app.handle(createVideo, ({ viewer, body, headers }) =>
    videos.add(viewer.user, body, headers['idempotency-key']),
  );

  app.handle(updateVideo, ({ viewer, params, body }) => videos.update(viewer.user, params.id, body));

  app.handle(deleteVideo, ({ viewer, params }) => succeed(videos.delete(viewer.user, params.id)));
};
