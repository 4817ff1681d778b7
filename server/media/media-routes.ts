import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getMedia, mediaLimits, uploadMedia } from '../../contract/media/media.ts';
import { type Authorization, contractRoutes, SENT } from '../http/contract-routes.ts';
import { isNotModified } from '../http/etags.ts';
import { assertFormSize } from '../http/form-size.ts';
import { AppError } from '../shared/app-error.ts';
import type { MediaRow } from './media-db.ts';
import type { MediaService } from './media-service.ts';
import type { ByteRange } from './media-store.ts';

const MAX_FILE_BYTES = Math.max(...Object.values(mediaLimits));

/** Policy of an upload opened directly: only its own content, no scripts, no origin. */
const SANDBOX_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox";
/** The browser's player requests the file again and needs our origin for that; scripts stay forbidden. */
const PLAYER_POLICY = `${SANDBOX_POLICY} allow-same-origin`;

const createHeaders = ({ name, kind, contentType }: MediaRow, etag: string) => ({
  'content-type': contentType,
  'content-disposition': `inline; filename="${name}"`,
  'content-security-policy': kind === 'image' ? SANDBOX_POLICY : PLAYER_POLICY,
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  etag,
});

/** The last bytes of a file. */
const toSuffixRange = (length: number, size: number): ByteRange => ({
  start: Math.max(size - length, 0),
  end: size - 1,
});

/**
 * Parses a Range header (RFC 9110 §14). Undefined means the whole file: no range, another unit, malformed, or several
 * ranges, which a server may ignore. Null means that the range is outside of the file.
 */
export const parseRange = (header: string | undefined, size: number): ByteRange | undefined | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return last === '0' || size === 0 ? null : toSuffixRange(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : null;
};

/** RFC 9110 §13.1.5: an If-Range with another ETag gets the whole file. */
const readRange = (request: FastifyRequest, size: number, etag: string): ByteRange | undefined | null => {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  return parseRange(request.headers.range, size);
};

const sendMedia = async (
  { media }: { media: MediaService },
  row: MediaRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof SENT> => {
  const etag = `"${row.name}"`;
  const range = isNotModified(request, etag) ? undefined : readRange(request, row.byteSize, etag);
  if (range === null) {
    reply.header('content-range', `bytes */${row.byteSize}`);
    throw new AppError('RANGE_NOT_SATISFIABLE');
  }
  if (isNotModified(request, etag)) {
    reply.headers(createHeaders(row, etag)).code(304).send();
    return SENT;
  }
  // Opened before the headers are sent, so that a missing file is a 404.
  const content = request.method === 'HEAD' ? Readable.from([]) : await media.read(row.name, range);
  const length = range ? range.end - range.start + 1 : row.byteSize;
  reply.headers(createHeaders(row, etag)).header('content-length', String(length));
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${row.byteSize}`);
  reply.send(content);
  return SENT;
};

/** Separate plugin scope, because only these routes accept forms. */
export const mediaRoutes = (parent: FastifyInstance, deps: Authorization & { media: MediaService }) =>
  parent.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    // The parser truncates large files; we reject them with the message of their kind.
    await scope.register(multipart, { throwFileSizeLimit: false, limits: { parts: 2 } });
    const app = contractRoutes(scope, deps);

    app.handle(uploadMedia, ({ viewer, query, request, reply }) => {
      // Received even if too large for its kind: a browser that is cut off while sending shows no response.
      assertFormSize(request, reply, query.kind ?? 'video', MAX_FILE_BYTES);
      return deps.media.upload(viewer.user, request, query.kind);
    });

    app.handle(
      getMedia,
      async ({ params, request, reply }): Promise<typeof SENT> =>
        sendMedia(deps, await deps.media.find(params.name), request, reply),
    );
  });
