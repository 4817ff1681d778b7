import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { summarizePublicRecord } from '../../contract/record/public-record.ts';
import { PAST_RESULTS_DISCLAIMER, type TrackRecord } from '../../contract/record/track-record.ts';
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

/** The page that tells link previews about a record. The picture, the brand's, needs an absolute address there. */
const describeRecord = (page: string, record: TrackRecord, baseUrl = ''): string => {
  const name = `${escapeHtml(record.educator_name)}, track record`;
  const about = `${summarizePublicRecord(record)}. ${PAST_RESULTS_DISCLAIMER}`;
  return page
    .replace(
      /<title>[^<]*/,
      () => `<meta property="og:image" content="${baseUrl}/install/icon-512.png" />\n    <title>${name}`,
    )
    .replace(/(property="og:title" content=")[^"]*/, (_, start) => start + name)
    .replaceAll(/("(?:og:)?description" content=")[^"]*/g, (_, start) => start + about);
};

/** Built files have a content hash in their name and never change. */
const IMMUTABLE = /[\\/]assets[\\/]/;

/** A path of the API, or of a file that is not there. */
const NO_PAGE = /^\/(?:api|media|feeds|profile-images|assets|\.well-known)(?:\/|$)|\.[^/]*$/;

/**
 * Serves the built web app: its files, and its page for every screen path. Unknown paths get the page with 404, those
 * of the API and of files an error. The service worker and other files without a hash are revalidated each time, because
 * a browser with an old worker would keep an old app.
 */
export const registerWebApp = async (
  app: FastifyInstance,
  folder: string,
  { brand, staffPath, baseUrl }: Pick<Env, 'brand' | 'staffPath' | 'baseUrl'>,
  rateLimiter: RateLimiter,
  refusals: RefusalLog,
  readPublicRecord: (educatorId: string) => Promise<TrackRecord>,
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
  const sendPage = (reply: FastifyReply, status = 200, content = page) =>
    reply.code(status).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(content);

  app.get('/', { schema: { hide: true } }, (_request, reply) => {
    if (!page) throw new AppError('NOT_FOUND');
    return sendPage(reply);
  });
  app.get<{ Params: { educatorId: string } }>(
    '/record/:educatorId',
    { schema: { hide: true }, config: { limit: 'publicRecord' } },
    async ({ params, log }, reply) => {
      if (!page) throw new AppError('NOT_FOUND');
      try {
        const record = await readPublicRecord(params.educatorId);
        return sendPage(reply, 200, describeRecord(page, record, baseUrl));
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return sendPage(reply, 404);
        // The page itself says that nothing answers.
        log.error({ err: error }, 'The description of a track record failed');
        return sendPage(reply);
      }
    },
  );
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
