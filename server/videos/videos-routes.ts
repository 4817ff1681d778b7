import { createVideo, deleteVideo, listVideos, updateVideo } from '../../contract/videos.ts';
import type { Deps } from '../deps.ts';
import type { ContractApp } from '../plugins/contract-routes.ts';

export const videosRoutes = (app: ContractApp, { videos }: Deps): void => {
  app.handle(listVideos, ({ viewer, query }) => videos.list(viewer.user, query));

  app.handle(createVideo, ({ viewer, body }) => videos.add(viewer.user, body));

  app.handle(updateVideo, ({ viewer, params, body }) => videos.update(viewer.user, params.id, body));

  app.handle(deleteVideo, async ({ viewer, params }) => {
    await videos.delete(viewer.user, params.id);
    return { success: true as const };
  });
};
