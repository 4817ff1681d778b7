import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** What a form adds around its file: boundaries and part headers. */
const FORM_BYTES = 64 * 1024;

/** Refuses a form that says it holds a file larger than this, before it is received. Throws BODY_TOO_LARGE. */
export const assertFormFits = (request: FastifyRequest, reply: FastifyReply, largestFile: number): void => {
  if (!(Number(request.headers['content-length']) > largestFile + FORM_BYTES)) return;
  // The rest is not worth receiving: the connection ends with the answer.
  reply.header('connection', 'close');
  throw new AppError('BODY_TOO_LARGE');
};
