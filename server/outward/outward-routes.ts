import { listIdeaPosts } from '../../contract/outward/idea-posts.ts';
import type { Db } from '../database/connection.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { IdeasService } from '../ideas/ideas-service.ts';
import { selectIdeaPosts } from './outward-db.ts';

export const outwardRoutes = (
  app: ContractApp,
  { database: { db }, ideas }: { database: { db: Db }; ideas: IdeasService },
): void => {
  app.handle(listIdeaPosts, async ({ viewer, params }) => {
    await ideas.assertOwner(viewer.user, params.id);
    return selectIdeaPosts(db, params.id);
  });
};
