import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getMedia, mediaLimits, uploadMedia } from '../../contract/media.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { contractRoutes, SENT } from '../http/contract-routes.ts';
import { assertFormSize } from '../http/form-size.ts';
import { parseRange } from './byte-range.ts';
import type { MediaRow } from './media-db.ts';
import type { ByteRange } from './media-store.ts';

const LARGEST_FILE = Math.max(...Object.values(mediaLimits));

/** Opened on its own, an upload may show itself and nothing else: no script, no other address, no origin. */
const ALONE = "default-src 'none'; img-src 'self'; media-src 'self'; sandbox";
/** A player asks for its file a second time, as a page of our origin or not at all; scripts stay forbidden. */
const PLAYING_ALONE = `${ALONE} allow-same-origin`;

const headersOf = ({ name, kind, contentType }: MediaRow, etag: string) => ({
  'content-type': contentType,
  'content-disposition': `inline; filename="${name}"`,
  'content-security-policy': kind === 'image' ? ALONE : PLAYING_ALONE,
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  etag,
});

/** RFC 9110 §13.1.5: with an outdated If-Range the whole file is sent; ours never change, so only another file's tag is. */
const rangeOf = (request: FastifyRequest, size: number, etag: string): ByteRange | undefined | null => {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  return parseRange(request.headers.range, size);
};

const isKnown = (request: FastifyRequest, etag: string): boolean => {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.some((tag) => tag === etag || tag === '*') ?? false;
};

const sendMedia = async (
  { media }: Deps,
  row: MediaRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof SENT> => {
  const etag = `"${row.name}"`;
  const range = isKnown(request, etag) ? undefined : rangeOf(request, row.byteSize, etag);
  if (range === null) {
    reply.header('content-range', `bytes */${row.byteSize}`);
    throw new AppError('RANGE_NOT_SATISFIABLE');
  }
  if (isKnown(request, etag)) {
    reply.headers(headersOf(row, etag)).code(304).send();
    return SENT;
  }
  // Opened before anything is said, so that a missing file is a 404 and not a broken answer.
  const content = request.method === 'HEAD' ? Readable.from([]) : await media.read(row.name, range);
  const length = range ? range.end - range.start + 1 : row.byteSize;
  reply.headers(headersOf(row, etag)).header('content-length', String(length));
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${row.byteSize}`);
  reply.send(content);
  return SENT;
};

/** In a scope of their own: no other route takes forms, and these take nothing else. */
export const mediaRoutes = (parent: FastifyInstance, deps: Deps) =>
  parent.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    // A file that is too large is cut and refused by us: by its kind, in its own words.
    await scope.register(multipart, { throwFileSizeLimit: false, limits: { parts: 2 } });
    const app = contractRoutes(scope, deps);

    app.handle(uploadMedia, ({ viewer, query, request, reply }) => {
      // Received even when too large for its kind: a browser that is cut off while it sends shows no answer at all.
      assertFormSize(request, reply, query.kind ?? 'video', LARGEST_FILE);
      return deps.media.upload(viewer.user, request, query.kind);
    });

    app.handle(
      getMedia,
      async ({ params, request, reply }): Promise<typeof SENT> =>
        sendMedia(deps, await deps.media.find(params.name), request, reply),
    );
  });
