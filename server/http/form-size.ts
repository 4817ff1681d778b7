import type { FastifyReply, FastifyRequest } from 'fastify';
import { mediaLimits, mediaMessages } from '../../contract/media/media.ts';
import type { MediaKind } from '../../contract/media/media-names.ts';
import { AppError } from '../shared/app-error.ts';

/** Multipart overhead: boundaries and part headers. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** Rejects a form by its Content-Length before receiving it. Throws BODY_TOO_LARGE. */
export const assertFormSize = (
  request: FastifyRequest,
  reply: FastifyReply,
  kind: MediaKind,
  maxFileSize = mediaLimits[kind],
): void => {
  if (!(Number(request.headers['content-length']) > maxFileSize + FORM_OVERHEAD_BYTES)) return;
  // Closes the connection with the response instead of receiving the rest.
  reply.header('connection', 'close');
  throw new AppError('BODY_TOO_LARGE', {}, mediaMessages.tooLarge[kind].text);
};
