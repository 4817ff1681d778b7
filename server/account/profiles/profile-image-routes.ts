import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  getProfileImage,
  PROFILE_IMAGE_CACHE_SECONDS,
  putProfileImage,
} from '../../../contract/account/profiles.ts';
import { parseMediaName } from '../../../contract/media/media-names.ts';
import type { Db } from '../../database/connection.ts';
import {
  type Authorization,
  assertAccountReady,
  contractRoutes,
  findViewer,
  SENT,
} from '../../http/contract-routes.ts';
import { isNotModified } from '../../http/etags.ts';
import { assertFormSize } from '../../http/form-size.ts';
import type { MediaService } from '../../media/media-service.ts';
import { AppError } from '../../shared/app-error.ts';
import { changeUser, findProfileImage } from './profiles-service.ts';

/** Private images look missing without a session. */
const assertSignedIn = async ({ sessions }: Authorization, request: FastifyRequest) => {
  try {
    assertAccountReady(getProfileImage, await findViewer(sessions, request));
  } catch (error) {
    throw error instanceof AppError ? new AppError('NOT_FOUND') : error;
  }
};

/** Separate plugin scope, because only these routes accept forms. */
export const profileImageRoutes = (
  parent: FastifyInstance,
  deps: Authorization & { media: MediaService; database: { db: Db } },
) =>
  parent.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false, limits: { parts: 2 } });
    const app = contractRoutes(scope, deps);
    const { db } = deps.database;

    app.handle(putProfileImage, async ({ viewer, request, reply }) => {
      assertFormSize(request, reply, 'image');
      const { url } = await deps.media.uploadPortrait(viewer.user, request);
      viewer.user = await changeUser(db, viewer.user, { profile_image: url });
      return viewer.user;
    });

    app.handle(getProfileImage, async ({ params, request, reply }): Promise<typeof SENT> => {
      const image = await findProfileImage(db, params.userId);
      if (!image.isPublic) await assertSignedIn(deps, request);
      const { name, byteSize, contentType } = await deps.media.find(parseMediaName(image.url));
      const etag = `"${name}"`;
      const cacheScope = image.isPublic ? 'public' : 'private';
      reply.headers({
        'cache-control': `${cacheScope}, max-age=${PROFILE_IMAGE_CACHE_SECONDS}`,
        vary: 'Authorization',
        etag,
      });
      if (isNotModified(request, etag)) {
        reply.code(304).send();
        return SENT;
      }
      const content = await deps.media.read(name, undefined);
      reply.headers({
        'content-type': contentType,
        'content-disposition': `inline; filename="${name}"`,
        'content-length': String(byteSize),
      });
      reply.send(content);
      return SENT;
    });
  });
