import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendError } from './errors.ts';
import { registerManifest } from './manifest.ts';
import { MALFORMED_PATH } from './normalize-url.ts';
import type { RefusalLog } from './request-log.ts';

/** Built files have a content hash in their name and never change. */
const IMMUTABLE = /[\\/]assets[\\/]/;

/**
 * Serves the built web app: its files, and its page for every screen path. Unknown API paths get an error, never the
 * page. The service worker and other files without a hash are revalidated each time, because a browser with an old
 * worker would keep an old app.
 */
export const registerWebApp = async (
  app: FastifyInstance,
  folder: string,
  brand: string,
  refusals: RefusalLog,
) => {
  registerManifest(app, brand);
  const isBuilt = existsSync(join(folder, 'index.html'));
  const page = isBuilt ? await readFile(join(folder, 'index.html')) : undefined;
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
  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);

  app.get('/', { schema: { hide: true } }, (_request, reply) => {
    if (!page) throw new AppError('NOT_FOUND');
    return sendPage(reply);
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.url.endsWith(MALFORMED_PATH)) refusals.log(request, 'MALFORMED_PATH');
    const isScreen =
      request.method === 'GET' && !/^\/(api|media|profile-images|assets)(\/|$)/.test(request.url);
    return isScreen && page ? sendPage(reply) : sendError(reply, { code: 'NOT_FOUND' });
  });
};
