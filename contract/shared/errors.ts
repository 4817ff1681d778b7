import * as z from 'zod/mini';
import { EDUCATOR_ACCESS_DENIED } from './web-errors.ts';

/**
 * Every error the API returns: status and message. Messages are SPEC §8's where it has one. A failure that is not the
 * caller's fault uses the message of its route (`RouteDefinition.failure`), because SPEC words those per call.
 * `readMessage` replaces a message about saving when nothing was to be saved.
 */
export const errorCatalogue = {
  INVALID_REQUEST: { status: 400, message: 'Please check all required fields and try again.' },
  MISSING_FIELDS: { status: 400, message: 'Please fill in all required fields' },
  MALFORMED_REQUEST: { status: 400, message: "We couldn't read that request." },
  INVALID_CURSOR: { status: 400, message: 'This list has changed. Please reload.' },
  BAD_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  /** The password was right. */
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Enter the code from your authenticator app.' },
  BAD_SECOND_FACTOR: {
    status: 401,
    message: "That code isn't right. Use the newest one, or a recovery code.",
  },
  /** Where the operator asks educators for a second factor, a password alone is not enough beside a passkey. */
  PASSKEY_REQUIRED: { status: 401, message: 'Please sign in with your passkey.' },
  /** The same, and there is no second factor yet: a password alone must not add the first one. */
  ENROLMENT_REQUIRED: { status: 401, message: 'Ask your operator for a link to set up your second factor.' },
  NOT_SIGNED_IN: { status: 401, message: 'Please sign in to continue.' },
  SESSION_ENDED: { status: 401, message: 'Your session has ended. Please sign in again.' },
  TOKEN_ENDED: { status: 401, message: 'This token was revoked, or never existed.' },
  FORBIDDEN: { status: 403, message: "You don't have permission to do this." },
  /** The operator asks educators for one; nothing else is possible before it is added. */
  SECOND_FACTOR_SETUP_REQUIRED: { status: 403, message: 'Please add a second factor to continue.' },
  /** Password or passkey were last given more than ten minutes ago. */
  REAUTHENTICATION_REQUIRED: { status: 403, message: 'Please confirm your password to continue.' },
  OPERATOR_SESSION_OLD: {
    status: 403,
    message: 'Passkeys can be changed within ten minutes of coming in. Log out, and open the page again.',
  },
  /** SPEC §5's refusal, where the browser cannot know the account beforehand: at a sign-in with a passkey. */
  EDUCATOR_ACCESS_DENIED: { status: 403, message: EDUCATOR_ACCESS_DENIED },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  /** SPEC §7: the code that means "no profile yet" where profiles are read. */
  PGRST116: { status: 404, message: 'No profile yet.' },
  PASSKEYS_UNAVAILABLE: { status: 409, message: 'Passkeys need a secure connection (https).' },
  TOO_MANY_PASSKEYS: { status: 409, message: 'You have 20 passkeys. Remove one first.' },
  TOO_MANY_TOKENS: { status: 409, message: 'You have 10 tokens and feed addresses. Revoke one first.' },
  LAST_PASSKEY: { status: 409, message: 'Set a password before you remove your last passkey.' },
  COMMENT_CLOSED: {
    status: 409,
    message: 'This check takes no comment any more: everybody sees it, or the result was corrected.',
  },
  UNDO_EXPIRED: { status: 409, message: "It's too late to undo this change." },
  SECOND_FACTOR_EXISTS: { status: 409, message: 'Codes are switched on already.' },
  ALREADY_ANSWERED: { status: 409, message: 'You already answered this question.' },
  VERSION_CONFLICT: { status: 409, message: 'This idea changed while you were editing.' },
  /** Expired, used, revoked and forged links are answered alike. */
  LINK_EXPIRED: { status: 410, message: 'This link has expired or was already used.' },
  REQUEST_TIMEOUT: { status: 408, message: 'That request took too long to arrive.' },
  BODY_TOO_LARGE: { status: 413, message: "That's too large to send." },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The requested range is beyond the end of the file.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "This content type isn't supported." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: 'This idempotency key was already used for a different request.',
  },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Please wait a few minutes and try again.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  UPLOAD_SPACE_FULL: {
    status: 413,
    message: 'Your upload space is full. Delete ideas or videos with files first.',
  },
  /** The address counts too: it comes before the headers. */
  HEADERS_TOO_LARGE: { status: 431, message: "That request's address or headers are too long." },
  PASSKEY_REFUSED: { status: 422, message: "That passkey didn't work. Please try again." },
  PUSH_ENDPOINT_REFUSED: { status: 422, message: "This browser's push service isn't supported." },
  TOO_MANY_BOOKMARKS: { status: 409, message: 'You have 500 bookmarks and notes. Remove one first.' },
  TOO_MANY_STREAMS: { status: 429, message: 'Too many live connections for this session.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  DATABASE_UNAVAILABLE: {
    status: 503,
    message: "Connection error: can't reach the database. Nothing was saved. Please try again.",
    readMessage: "Connection error: can't reach the database. Please try again.",
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    message: "Can't reach file storage. Nothing was saved. Please try again.",
    readMessage: "Can't reach file storage. Please try again.",
  },
  STORAGE_FULL: {
    status: 507,
    message: 'Storage is full. Nothing was saved.',
    readMessage: 'Storage is full. Please try again later.',
  },
  BUSY: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string; readMessage?: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Errors any route can return; a route lists only the additional ones. */
export const commonErrors = [
  'INVALID_REQUEST',
  'MALFORMED_REQUEST',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'DATABASE_UNAVAILABLE',
  'STORAGE_FULL',
] as const satisfies readonly ErrorCode[];

/** The response body of every error: DESIGN §3. `fields` uses the names of the request body. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** On VERSION_CONFLICT: the current row. */
  conflict: z.optional(z.object({ current: z.unknown() })),
});
export type ErrorBody = z.infer<typeof errorBody>;
