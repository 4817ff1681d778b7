import type { User } from '../../../contract/account/auth.ts';
import * as routes from '../../../contract/account/profiles.ts';
import type { Db } from '../../database/connection.ts';
import type { ContractApp } from '../../http/contract-routes.ts';
import type { Viewer } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../shared/clock.ts';
import { selectPublicEducators } from './profiles-db.ts';
import { changeProfile, changeUser, createProfile, findProfile } from './profiles-service.ts';

type ProfileCall = { viewer: Viewer; params: { userId: string } };

/** Throws FORBIDDEN for anybody else's profile. */
const requireOwner = ({ viewer: { user }, params }: ProfileCall): User => {
  if (user.id !== params.userId) throw new AppError('FORBIDDEN');
  return user;
};

export const profilesRoutes = (
  app: ContractApp,
  { database: { db }, clock }: { database: { db: Db }; clock: Clock },
): void => {
  app.handle(routes.listPublicProfiles, async () => selectPublicEducators(db));

  app.handle(routes.getUserProfile, (call) => findProfile(db, requireOwner(call).id));

  app.handle(routes.createUserProfile, (call) => createProfile(db, clock(), requireOwner(call), call.body));

  app.handle(routes.updateUserProfile, (call) => changeProfile(db, clock(), requireOwner(call), call.body));

  // Visible in this session immediately, in the user's other sessions at their next recheck within a minute.
  app.handle(routes.updateCurrentUser, async ({ viewer, body }) => {
    viewer.user = await changeUser(db, viewer.user, body);
    return viewer.user;
  });

  app.handle(routes.deleteProfileImage, async ({ viewer }) => {
    viewer.user = await changeUser(db, viewer.user, { profile_image: null });
    return { success: true as const };
  });
};
