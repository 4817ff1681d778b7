import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isScreenPath } from '../../contract/screen-paths.ts';
import { BRAND } from '../../contract/shared/brand.ts';
import { AppError } from '../shared/app-error.ts';
import type { Env } from '../shared/env.ts';
import { escapeHtml } from '../shared/escape-text.ts';
import { toNetwork } from '../shared/network.ts';
import { sendError } from './errors.ts';
import { registerManifest } from './manifest.ts';
import { MALFORMED_PATH } from './normalize-url.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RefusalLog } from './request-log.ts';

/** Built files have a content hash in their name and never change. */
const IMMUTABLE = /[\\/]assets[\\/]/;

/** A path of the API, or of a file that is not there. */
const NO_PAGE = /^\/(?:api|media|profile-images|assets|\.well-known)(?:\/|$)|\.[^/]*$/;

/**
 * Serves the built web app: its files, and its page for every screen path. Unknown paths get the page with 404, those
 * of the API and of files an error. The service worker and other files without a hash are revalidated each time, because
 * a browser with an old worker would keep an old app.
 */
export const registerWebApp = async (
  app: FastifyInstance,
  folder: string,
  { brand, staffPath }: Pick<Env, 'brand' | 'staffPath'>,
  rateLimiter: RateLimiter,
  refusals: RefusalLog,
) => {
  registerManifest(app, brand);
  const isBuilt = existsSync(join(folder, 'index.html'));
  const html = isBuilt ? await readFile(join(folder, 'index.html'), 'utf8') : undefined;
  const page = html?.replaceAll(BRAND, escapeHtml(brand));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      schemaHide: true,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          IMMUTABLE.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  const sendPage = (reply: FastifyReply, status = 200) =>
    reply.code(status).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);

  app.get('/', { schema: { hide: true } }, (_request, reply) => {
    if (!page) throw new AppError('NOT_FOUND');
    return sendPage(reply);
  });
  // Password managers open it (W3C, "A Well-Known URL for Changing Passwords").
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/customer/profile'),
  );
  app.setNotFoundHandler((request, reply) => {
    if (request.url.endsWith(MALFORMED_PATH)) refusals.log(request, 'MALFORMED_PATH');
    const [path = ''] = request.url.split('?', 1);
    const isPage = page && /^(?:GET|HEAD)$/.test(request.method) && !NO_PAGE.test(path);
    if (isPage && isScreenPath(path, staffPath)) return sendPage(reply);
    rateLimiter.consume('unknown', toNetwork(request.ip));
    return isPage ? sendPage(reply, 404) : sendError(reply, { code: 'NOT_FOUND' });
  });
};
