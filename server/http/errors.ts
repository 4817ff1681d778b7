import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type ErrorBody, type ErrorCode, errorCatalogue } from '../../contract/shared/errors.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { classifyDatabaseError } from '../database/database-errors.ts';
import { AppError } from '../shared/app-error.ts';
import type { Refusal, RefusalLog } from './request-log.ts';
import { UnstorableTextError } from './request-validation.ts';

/** Codes for the errors Fastify raises itself. */
const fastifyErrorCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_BAD_URL: 'MALFORMED_REQUEST',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

type Issue = { instancePath: string; keyword: string; message?: string; params?: Record<string, unknown> };

/** First segment of the JSON pointer: the field a person filled in. */
const getField = (issue: Issue) => issue.instancePath.split('/')[1] ?? '';

type ErrorResponse = { code: ErrorCode; message?: string | undefined; details?: AppError['details'] };

const hasValue = (body: unknown, field: string) => {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
};

/** Whether the field must be there: in a change every field may be left out. */
const isRequired = (field: string, { body }: RouteDefinition): boolean => {
  const schema = (body as z.ZodMiniObject | undefined)?.shape?.[field];
  return schema !== undefined && !z.safeParse(schema, undefined).success;
};

/**
 * Validation errors per field, or the message of a rule about the whole. If a required field of a body is empty, the code
 * has SPEC §5's message, otherwise SPEC §8's.
 */
const validationError = (
  issues: readonly Issue[],
  body: unknown,
  route: RouteDefinition | undefined,
): ErrorResponse => {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = getField(issue);
    if (field && !(field in fields)) fields[field] = issue.message ?? 'Not accepted';
  }
  const isMissing =
    route && Object.keys(fields).some((field) => isRequired(field, route) && !hasValue(body, field));
  const whole = issues.find((issue) => issue.keyword === 'custom' && !getField(issue));
  return {
    code: isMissing ? 'MISSING_FIELDS' : 'INVALID_REQUEST',
    message: whole?.message,
    details: { fields },
  };
};

const toErrorResponse = (error: FastifyError, request: FastifyRequest): ErrorResponse => {
  if (error instanceof AppError)
    return { code: error.code, message: error.ownMessage, details: error.details };
  if (hasZodFastifySchemaValidationErrors(error)) {
    const route = error.validationContext === 'body' ? request.routeOptions.config.contractRoute : undefined;
    return validationError(error.validation as readonly Issue[], request.body, route);
  }
  const known = fastifyErrorCodes[error.code];
  if (known) return { code: known };
  const problem = classifyDatabaseError(error);
  if (problem) return { code: problem === 'full' ? 'STORAGE_FULL' : 'DATABASE_UNAVAILABLE' };
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return { code: 'MALFORMED_REQUEST' };
  // SPEC §8 has a message per call; the driver's own text never leaves the server (DESIGN §14).
  return {
    code: 'INTERNAL',
    message: request.routeOptions.config.failure ?? errorCatalogue.INTERNAL.message,
  };
};

/** The catalogue's message, without a word about saving if the request only read. */
const getCatalogueMessage = (code: ErrorCode, { method }: FastifyRequest): string => {
  const entry = errorCatalogue[code];
  return 'readMessage' in entry && (method === 'GET' || method === 'HEAD')
    ? entry.readMessage
    : entry.message;
};

/** Sends an error in the response format of contract/shared/errors.ts. */
export const sendError = (reply: FastifyReply, { code, message, details = {} }: ErrorResponse) => {
  const { retryAfterSeconds, ...rest } = details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const body: ErrorBody = { code, message: message ?? getCatalogueMessage(code, reply.request), ...rest };
  return reply
    .code(errorCatalogue[code].status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
};

/** What to log of a client error: refused access, exceeded limits, and input that only an attack or a defect sends. */
const findRefusal = (error: Error, code: ErrorCode): Refusal | undefined => {
  if (error instanceof UnstorableTextError) return 'UNSTORABLE_TEXT';
  const { status } = errorCatalogue[code];
  return status === 403 || status === 429 || code === 'MALFORMED_REQUEST' ? code : undefined;
};

/** The only place where errors become responses. */
export const registerErrors = (app: FastifyInstance, refusals: RefusalLog): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toErrorResponse(error, request);
    // Unexpected errors are logged with their stack. A busy server is counted by its metrics: a line per request would
    // fill the log.
    if (errorCatalogue[answer.code].status >= 500 && answer.code !== 'BUSY')
      request.log.error({ err: error }, answer.code);
    const refusal = findRefusal(error, answer.code);
    if (refusal) refusals.log(request, refusal);
    // The rest of a rejected body is received and dropped: left unread, it would block the next request on its
    // connection.
    if (!request.raw.complete) request.raw.unpipe().resume();
    return sendError(reply, answer);
  });
};

/** Codes for what Node refuses before there is a request; anything else is malformed. */
const unparsedErrorCodes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** Answers what is not a request: Fastify's own answer has another format. Ends the connection. */
export const answerUnparsed = (error: Error & { code?: string }, socket: Socket): void => {
  // A client that has not read what it got would keep the connection open by not reading this either.
  if (!socket.writable || socket.writableLength > 0) {
    socket.destroy();
    return;
  }
  const code = unparsedErrorCodes[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const { status, message } = errorCatalogue[code];
  const body = JSON.stringify({ code, message } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
};
