import { listEducators } from '../../contract/educators/educators.ts';
import { followEducator, listFollows, unfollowEducator } from '../../contract/educators/follows.ts';
import { listEducators as readEducators } from '../account/users/users-service.ts';
import type { Database } from '../database/database.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { FollowsService } from './follows-service.ts';

export const educatorsRoutes = (
  app: ContractApp,
  { database, follows }: { database: Database; follows: FollowsService },
): void => {
  app.handle(listEducators, ({ viewer }) => readEducators(database.db, viewer.user));

  app.handle(listFollows, ({ viewer }) => follows.list(viewer.user));
  app.handle(followEducator, ({ viewer, params }) => follows.follow(viewer.user, params.educatorId));
  app.handle(unfollowEducator, ({ viewer, params }) => follows.unfollow(viewer.user, params.educatorId));
};
