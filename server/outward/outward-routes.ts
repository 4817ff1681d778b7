import { listIdeaPosts } from '../../contract/outward/idea-posts.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { IdeasService } from '../ideas/ideas-service.ts';
import type { PostSender } from './post-sender.ts';

export const outwardRoutes = (
  app: ContractApp,
  { posts, ideas }: { posts: PostSender; ideas: IdeasService },
): void => {
  app.handle(listIdeaPosts, async ({ viewer, params }) => {
    await ideas.assertOwner(viewer.user, params.id);
    return posts.listIdeaPosts(params.id);
  });
};
