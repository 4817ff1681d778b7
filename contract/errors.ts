import * as z from 'zod/mini';

/**
 * Every error the API answers: its status and the sentence a person reads.
 * Sentences are SPEC §8's where it has one. A failure that is not the caller's fault takes the sentence of the
 * route it happened in (`RouteDefinition.failure`), because SPEC words those by call.
 */
export const errorCatalogue = {
  INVALID_REQUEST: { status: 400, message: 'Please check all required fields and try again.' },
  MISSING_FIELDS: { status: 400, message: 'Please fill in all required fields' },
  MALFORMED_REQUEST: { status: 400, message: 'The request could not be read.' },
  INVALID_CURSOR: { status: 400, message: 'This list has changed. Please load it again.' },
  BAD_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  NOT_SIGNED_IN: { status: 401, message: 'Please sign in to continue.' },
  SESSION_ENDED: { status: 401, message: 'Your session has ended. Please sign in again.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  /** SPEC §7: the code that means "no profile yet" where profiles are read. */
  PGRST116: { status: 404, message: 'There is no profile yet.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This call does not exist.' },
  VERSION_CONFLICT: { status: 409, message: 'Someone changed this trade idea in the meantime.' },
  BODY_TOO_LARGE: { status: 413, message: 'That is more than can be sent at once.' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The file is shorter than that.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This kind of content is not accepted here.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This key was used for a different request.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Please wait a few minutes and try again.' },
  PUSH_ENDPOINT_REFUSED: { status: 422, message: 'Notifications cannot be sent to this push service.' },
  TOO_MANY_DEVICES: { status: 429, message: 'Notifications are on for too many devices of this account.' },
  TOO_MANY_STREAMS: { status: 429, message: 'Too many open live streams for this session.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  DATABASE_UNAVAILABLE: {
    status: 503,
    message: 'Connection error: the database cannot be reached. Nothing was saved; please try again.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    message: 'The file storage cannot be reached. Nothing was saved; please try again.',
  },
  STORAGE_FULL: { status: 507, message: 'There is no room left to store this. Nothing was saved.' },
  BUSY: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Errors any call can answer; a route lists only what it adds. */
export const commonErrors = [
  'INVALID_REQUEST',
  'MALFORMED_REQUEST',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL',
  'DATABASE_UNAVAILABLE',
  'STORAGE_FULL',
] as const satisfies readonly ErrorCode[];

/** The wire shape of every error: DESIGN §3. `fields` names the input at fault, in the body's own names. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** On VERSION_CONFLICT: the row as it stands now, and what the caller tried to write. */
  conflict: z.optional(z.object({ current: z.unknown(), submitted: z.unknown() })),
});
export type ErrorBody = z.infer<typeof errorBody>;
