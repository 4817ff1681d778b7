import {
  createUserProfile,
  deleteProfileImage,
  getUserProfile,
  listPublicProfiles,
  updateCurrentUser,
  updateUserProfile,
} from '../../contract/profiles.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { ProfilesService } from './profiles-service.ts';

const toEtag = ({ updated_at }: { updated_at: string }) => `"${updated_at}"`;

export const profilesRoutes = (app: ContractApp, { profiles }: { profiles: ProfilesService }): void => {
  app.handle(listPublicProfiles, () => profiles.publicEducators());

  app.handle(getUserProfile, async ({ viewer, params, reply }) => {
    const profile = await profiles.find(viewer.user, params.userId);
    reply.header('etag', toEtag(profile));
    return profile;
  });

  app.handle(createUserProfile, async ({ viewer, params, body, reply }) => {
    const profile = await profiles.create(viewer.user, params.userId, body);
    reply.header('etag', toEtag(profile));
    return profile;
  });

  app.handle(updateUserProfile, async ({ viewer, params, headers, body, reply }) => {
    const readAt = headers['if-match']?.slice(1, -1);
    const profile = await profiles.update(viewer.user, params.userId, body, readAt);
    reply.header('etag', toEtag(profile));
    return profile;
  });

  // Visible in this session immediately, in the user's other sessions at their next recheck within a minute.
  app.handle(updateCurrentUser, async ({ viewer, body }) => {
    viewer.user = await profiles.changeUser(viewer.user, body);
    return viewer.user;
  });

  app.handle(deleteProfileImage, async ({ viewer }) => {
    viewer.user = await profiles.changeUser(viewer.user, { profile_image: null });
    return { success: true as const };
  });
};
