import * as routes from '../../../contract/account/profiles.ts';
import type { ContractApp } from '../../http/contract-routes.ts';
import type { ProfilesService } from './profiles-service.ts';

export const profilesRoutes = (app: ContractApp, { profiles }: { profiles: ProfilesService }): void => {
  app.handle(routes.listPublicProfiles, () => profiles.publicEducators());

  app.handle(routes.getUserProfile, ({ viewer, params }) => profiles.find(viewer.user, params.userId));

  app.handle(routes.createUserProfile, ({ viewer, params, body }) =>
    profiles.create(viewer.user, params.userId, body),
  );

  app.handle(routes.updateUserProfile, ({ viewer, params, body }) =>
    profiles.update(viewer.user, params.userId, body),
  );

  // Visible in this session immediately, in the user's other sessions at their next recheck within a minute.
  app.handle(routes.updateCurrentUser, async ({ viewer, body }) => {
    viewer.user = await profiles.changeUser(viewer.user, body);
    return viewer.user;
  });

  app.handle(routes.deleteProfileImage, async ({ viewer }) => {
    viewer.user = await profiles.changeUser(viewer.user, { profile_image: null });
    return { success: true as const };
  });
};
