import { listEducators } from '../../contract/educators/educators.ts';
import { followEducator, listFollows, unfollowEducator } from '../../contract/educators/follows.ts';
import { listEducators as readEducators } from '../account/users/users-service.ts';
import type { Db } from '../database/connection.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { Clock } from '../shared/clock.ts';
import { deleteFollow, insertFollow, selectFollows } from './follows-db.ts';

export const educatorsRoutes = (
  app: ContractApp,
  { database: { db }, clock }: { database: { db: Db }; clock: Clock },
): void => {
  app.handle(listEducators, ({ viewer }) => readEducators(db, viewer.user));

  app.handle(listFollows, ({ viewer }) => selectFollows(db, viewer.user.id));
  app.handle(followEducator, ({ viewer, params: { educatorId } }) =>
    insertFollow(db, { userId: viewer.user.id, educatorId, createdAt: clock() }),
  );
  app.handle(unfollowEducator, ({ viewer, params }) => deleteFollow(db, viewer.user.id, params.educatorId));
};
