import { routeUrl } from '../../contract/route.ts';
import { createVideo, deleteVideo, listVideos, updateVideo, VIDEOS_PAGE } from '../../contract/videos.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import { formatCursor, parseCursor } from '../keyset-cursor.ts';
import type { VideosService } from './videos-service.ts';

export const videosRoutes = (app: ContractApp, { videos }: { videos: VideosService }): void => {
  app.handle(listVideos, async ({ viewer, query, reply }) => {
    const size = Number(query.limit ?? VIDEOS_PAGE);
    const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
    // One extra row tells whether there is a next page.
    const rows = await videos.list(viewer.user, query, { cursor, limit: size + 1 });
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    if (rows.length > size && last) {
      const next = routeUrl(listVideos, {}, { ...query, cursor: formatCursor(last) });
      reply.header('link', `<${next}>; rel="next"`);
    }
    return shown;
  });

  app.handle(createVideo, ({ viewer, body }) => videos.add(viewer.user, body));

  app.handle(updateVideo, ({ viewer, params, body }) => videos.update(viewer.user, params.id, body));

  app.handle(deleteVideo, async ({ viewer, params }) => {
    await videos.delete(viewer.user, params.id);
    return { success: true as const };
  });
};
