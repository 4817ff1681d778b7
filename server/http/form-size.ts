import type { FastifyReply, FastifyRequest } from 'fastify';
import { mediaLimits, mediaMessages } from '../../contract/media.ts';
import type { MediaKind } from '../../contract/media-names.ts';
import { AppError } from '../app-error.ts';

/** What a form adds around its file: boundaries and part headers. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** Refuses a form that says it holds a larger file than may be, before it is received. Throws BODY_TOO_LARGE. */
export const assertFormSize = (
  request: FastifyRequest,
  reply: FastifyReply,
  kind: MediaKind,
  maxFileSize = mediaLimits[kind],
): void => {
  if (!(Number(request.headers['content-length']) > maxFileSize + FORM_OVERHEAD_BYTES)) return;
  // The rest is not worth receiving: the connection ends with the answer.
  reply.header('connection', 'close');
  throw new AppError('BODY_TOO_LARGE', {}, mediaMessages.tooLarge[kind].text);
};
