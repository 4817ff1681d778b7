import { login } from '../../../contract/account/auth.ts';
import type { ErrorBody } from '../../../contract/shared/errors.ts';
import {
  type RouteDefinition,
  type RouteInput,
  type RouteResponse,
  routeUrl,
} from '../../../contract/shared/route.ts';
import { NETWORK_ERROR, OFFLINE_ERROR, UNEXPECTED_RESPONSE } from '../../../contract/shared/web-errors.ts';
import { logFailure } from '../log-failure.ts';
import { noteServerTime } from '../server-clock.ts';
import { onSessionReset } from '../storage/session-reset.ts';
import { endSessionOfToken, readSessionToken } from '../storage/session-store.ts';
import { API_BASE, apiUrl } from './api-base.ts';
import { reachable } from './connectivity.ts';

/** A failed call. `message` is SPEC §8's text, ready to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** A code of the contract, `NETWORK`, or `HTTP` for a response that is not the server's. */
  readonly code: string;
  /** Messages by the name of the invalid field. */
  readonly fields: Record<string, string> | undefined;
  /** With VERSION_CONFLICT: the current row. */
  readonly conflict: ErrorBody['conflict'];

  constructor(status: number, code: string, message: string, body?: Partial<ErrorBody> | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = body?.fields;
    this.conflict = body?.conflict;
  }
}

type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Stays queued after a failure, so nothing that a person sent is lost. */
  isQueued?: boolean | undefined;
  /** Sent in place of the reader's session, which the answer does not touch. */
  token?: string | undefined;
};
type RequestOptions = CallOptions & { headers?: Record<string, string> };

/** Responses by URL. Lists are polled (SPEC §9) with If-None-Match, and a 304 returns the same object again. */
const responseCache = new Map<string, { etag: string; value: unknown }>();
const MAX_CACHED = 100;
onSessionReset(() => responseCache.clear());

const remember = (url: string, etag: string | null, value: unknown) => {
  responseCache.delete(url);
  if (!etag) return;
  responseCache.set(url, { etag, value });
  const oldest = responseCache.keys().next();
  if (responseCache.size > MAX_CACHED && !oldest.done) responseCache.delete(oldest.value);
};

/** The next page's cursor (from the `Link` header), by response value. */
const cursors = new WeakMap<object, string>();
const NEXT_PAGE = /<[^>]*[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/;

const storeCursor = (value: unknown, link: string | null) => {
  if (typeof value !== 'object' || value === null) return;
  const cursor = NEXT_PAGE.exec(link ?? '')?.[1];
  if (cursor) cursors.set(value, decodeURIComponent(cursor));
  else cursors.delete(value);
};

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const MAX_ERROR_TEXT = 300;

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * SPEC §8: the server's message, else status and status text; for a body that is not JSON, status and text. A page of HTML
 * is a proxy's and no text for people.
 */
export const toApiError = (response: Response, body: string): ApiError => {
  const { status, statusText } = response;
  const answer = parseJson(body) as Partial<ErrorBody> | null | undefined;
  if (answer === undefined && body.trim() && !body.trim().startsWith('<'))
    return new ApiError(status, 'HTTP', `${status}: ${body.trim().slice(0, MAX_ERROR_TEXT)}`);
  const message = typeof answer?.message === 'string' && answer.message ? answer.message : null;
  const code = typeof answer?.code === 'string' ? answer.code : message ? 'UNKNOWN' : 'HTTP';
  return new ApiError(status, code, message ?? `${status} ${statusText}`.trim(), answer);
};

/** As long as a proxy waits. A call over a dead connection would otherwise wait for minutes, or for ever. */
const TIME_LIMIT_MS = 60_000;

const send = async (url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> => {
  const wasOffline = !navigator.onLine;
  const limit = new AbortController();
  const abort = () => limit.abort(signal?.reason);
  // A file may take longer.
  const timer = init.body instanceof FormData ? undefined : setTimeout(abort, TIME_LIMIT_MS);
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    const askedAt = Date.now();
    const response = await fetch(apiUrl(url), { ...init, signal: limit.signal });
    noteServerTime(response.headers.get('Date'), askedAt);
    reachable.set(true);
    return response;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    reachable.set(false);
    // SPEC §8 covers the login only; any other write must say that nothing was sent, if so.
    const isWrite = init.method !== 'GET' && url !== login.path;
    throw new ApiError(0, 'NETWORK', isWrite && wasOffline ? OFFLINE_ERROR : NETWORK_ERROR);
  } finally {
    clearTimeout(timer);
  }
};

const isSessionEnded = (error: ApiError) =>
  error.status === 401 && (error.code === 'SESSION_ENDED' || error.code === 'NOT_SIGNED_IN');

/**
 * SPEC §7's request helper: sends JSON or a form with credentials and the session token, and returns parsed JSON ({} for any
 * other body, { success: true } for DELETE). Throws ApiError. A session that the server has ended is cleared here too.
 */
export const apiRequest = async (
  method: string,
  url: string,
  body?: unknown,
  { headers = {}, signal, isQueued = false, token: otherToken }: RequestOptions = {},
): Promise<unknown> => {
  const isReader = otherToken === undefined;
  const token = isReader ? readSessionToken() : otherToken;
  const cached = isReader && method === 'GET' ? responseCache.get(url) : undefined;
  // The browser sets a form's content type, with its boundary.
  const isJson = body !== undefined && !(body instanceof FormData);
  const init: RequestInit = {
    method,
    // Another origin gets no cookies; the token authenticates the call.
    credentials: API_BASE ? 'omit' : 'include',
    // The HTTP cache would turn a 304 into a 200, and the response would be parsed again.
    cache: 'no-store',
    headers: {
      ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(cached ? { 'If-None-Match': cached.etag } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
  };
  try {
    const response = await send(url, init, signal);
    if (response.status === 304 && cached) {
      storeCursor(cached.value, response.headers.get('Link'));
      return cached.value;
    }
    const answer = await response.text();
    if (!response.ok) throw toApiError(response, answer);
    if (method === 'DELETE') return { success: true };
    const value = parseJson(answer) ?? {};
    storeCursor(value, response.headers.get('Link'));
    if (isReader && method === 'GET' && token === readSessionToken())
      remember(url, response.headers.get('ETag'), value);
    return value;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    if (isReader && failure instanceof ApiError && isSessionEnded(failure) && url !== login.path)
      endSessionOfToken(token, { isUnsent: method !== 'GET' && !isQueued });
    logFailure(`${method} ${url}`, failure);
    throw failure;
  }
};

/** Parsed responses by raw object, so that a 304 returns the identical parsed value. */
const parsedResponses = new WeakMap<object, unknown>();

/** Something else may answer in the server's place, for example the sign-in page of a public network. */
const parseResponse = (route: RouteDefinition, raw: object): unknown => {
  const parsed = route.response.safeParse(raw);
  if (parsed.success) return parsed.data;
  logFailure(`${route.method} ${route.path}`, parsed.error);
  throw new ApiError(0, 'HTTP', UNEXPECTED_RESPONSE);
};

type SentInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** The URL of a call. */
export const callUrl = <R extends RouteDefinition>(route: R, input: RouteInput<R>): string => {
  const { params, query } = input as SentInput;
  return routeUrl(route, params, query);
};

const callRaw = async <R extends RouteDefinition>(
  route: R,
  input: RouteInput<R>,
  options?: CallOptions,
): Promise<{ raw: object; value: RouteResponse<R> }> => {
  const { body, headers = {} } = input as SentInput;
  const raw = (await apiRequest(route.method, callUrl(route, input), body, {
    ...options,
    headers,
  })) as object;
  const value = (parsedResponses.get(raw) ?? parseResponse(route, raw)) as RouteResponse<R>;
  parsedResponses.set(raw, value);
  return { raw, value };
};

/** Calls a route of the contract: builds its URL and validates the response. */
export const callRoute = async <R extends RouteDefinition>(
  route: R,
  input: RouteInput<R>,
  options?: CallOptions,
): Promise<RouteResponse<R>> => (await callRaw(route, input, options)).value;

/** Calls a list route. `cursor` leads to the next page; null on the last one. */
export const callPage = async <R extends RouteDefinition>(
  route: R,
  input: RouteInput<R>,
  options?: CallOptions,
): Promise<{ rows: RouteResponse<R>; cursor: string | null }> => {
  const { raw, value } = await callRaw(route, input, options);
  return { rows: value, cursor: cursors.get(raw) ?? null };
};

const KEY_BYTES = 16;

/** A random key. crypto.randomUUID is missing on pages served over plain http. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** What was sent last, and under which key. */
export type SentContent = { content: string; key: string };

/** The same content keeps the key it was sent with, so a retry after a lost response does not publish twice. */
export const toSentContent = (value: unknown, last: SentContent | null): SentContent => {
  const content = JSON.stringify(value);
  return last?.content === content ? last : { content, key: newIdempotencyKey() };
};
