import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import * as z from 'zod/mini';
import { TOKEN_PREFIX } from '../../contract/account/access-tokens.ts';
import { OPERATOR_PREFIX } from '../../contract/operator/operator-access.ts';
import { commonErrors, type ErrorCode, errorBody, errorCatalogue } from '../../contract/shared/errors.ts';
import { getRateLimit, type RateLimitName, rateLimits } from '../../contract/shared/rate-limits.ts';
import type {
  Access,
  RouteBody,
  RouteDefinition,
  RouteHeaders,
  RouteParams,
  RouteQuery,
  RouteResponse,
} from '../../contract/shared/route.ts';
import { getTokenAccess, type TokenAccess } from '../../contract/token-access.ts';
import { AppError } from '../shared/app-error.ts';
import type { Env } from '../shared/env.ts';
import { toNetwork } from '../shared/network.ts';
import type { CachedReads, CachedResponse } from './cached-reads.ts';
import { allowLongWork, bodyTimeout, limitSending } from './connection-limits.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { UNKNOWN_FIELD } from './request-validation.ts';
import type { OperatorCaller, Origin, Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** SPEC §8's message for a failure of this call. */
    failure?: string;
    contractRoute?: RouteDefinition;
    /** The limit of what is outside the contract, if it is not that of files. */
    limit?: RateLimitName;
  }
  interface FastifyRequest {
    viewer: Viewer | null;
    operator: OperatorCaller | null;
  }
}

/** Access of those who have an account. */
type UserAccess = Exclude<Access, 'public' | 'operator' | 'metrics'>;

/** Input of a handler: the parsed parts of its route, and the caller. */
type Call<R extends RouteDefinition> = {
  params: RouteParams<R>;
  query: RouteQuery<R>;
  headers: RouteHeaders<R>;
  body: RouteBody<R>;
  viewer: R['access'] extends UserAccess ? Viewer : null;
  operator: R['access'] extends 'operator' ? OperatorCaller : null;
  /** The caller's address (from the proxy only with TRUST_PROXY) and browser. */
  origin: Origin;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The response that is, or will be, in memory. Only query and caller may decide it. Undefined if there is none. */
type CacheReader<R extends RouteDefinition> = (
  call: Pick<Call<R>, 'query' | 'viewer'>,
) => CachedResponse | Promise<CachedResponse> | undefined;

/** Returned by a handler that has sent the response itself. (A Fastify reply is a thenable and would be awaited.) */
export const SENT = Symbol('sent');

/**
 * A handler returns the response of its route. One that has the bytes already (a file) or writes the socket itself
 * (the stream) sends them on `reply` and returns `SENT`.
 */
type Handler<R extends RouteDefinition> = (
  call: Call<R>,
) => RouteResponse<R> | typeof SENT | Promise<RouteResponse<R> | typeof SENT>;

/** The app as modules see it: routes can only be added with their contract. */
export type ContractApp = {
  /** The handler is called for what `readCache` does not have. */
  handle: <R extends RouteDefinition>(route: R, handler: Handler<R>, readCache?: CacheReader<R>) => void;
};

/** The response of a call that has nothing to tell but that it worked. */
export const succeed = async (work: Promise<unknown>): Promise<{ success: true }> => {
  await work;
  return { success: true };
};

const BEARER = /^Bearer +(\S+)$/i;

const parseBearerToken = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];

/**
 * Authenticates the caller by their session; synchronous if it is cached. Throws or rejects with NOT_SIGNED_IN or
 * SESSION_ENDED.
 */
export const findViewer = (sessions: SessionFinder, request: FastifyRequest): Viewer | Promise<Viewer> => {
  const token = parseBearerToken(request.headers);
  if (token === undefined) throw new AppError('NOT_SIGNED_IN');
  return sessions.find(token);
};

/** The same, and by a personal token where the route is open to it: FORBIDDEN elsewhere, TOKEN_ENDED. */
const findCaller = (
  needed: TokenAccess | undefined,
  { sessions, accessTokens }: Authorization,
  request: FastifyRequest,
): Viewer | Promise<Viewer> => {
  const token = parseBearerToken(request.headers);
  if (!token?.startsWith(TOKEN_PREFIX)) return findViewer(sessions, request);
  if (needed === undefined) throw new AppError('FORBIDDEN');
  return accessTokens.find(token, needed);
};

/** Somebody on the operator's page. Rejects with NOT_SIGNED_IN, SESSION_ENDED, and FORBIDDEN for anybody else's token. */
const findOperator = async (
  { operators }: Authorization,
  { headers }: FastifyRequest,
): Promise<OperatorCaller> => {
  const token = parseBearerToken(headers);
  if (token === undefined) throw new AppError('NOT_SIGNED_IN');
  if (!token.startsWith(OPERATOR_PREFIX)) throw new AppError('FORBIDDEN');
  return operators.find(token);
};

/** Roles per access. For `owner`, the module's SQL checks ownership. */
const allowedRoles: Record<UserAccess, readonly string[]> = {
  signedIn: ['customer', 'educator'],
  customer: ['customer'],
  educator: ['educator'],
  owner: ['educator'],
};

/** Throws SECOND_FACTOR_SETUP_REQUIRED while a required second factor is missing, unless the route allows that. */
export const assertAccountReady = (route: RouteDefinition, { user }: Viewer): void => {
  if (user.mustAddSecondFactor && !route.allowsMissingSecondFactor)
    throw new AppError('SECOND_FACTOR_SETUP_REQUIRED');
};

/** Uses `done` instead of a promise, so a check that is synchronous adds no wait. */
const toHook =
  (check: (request: FastifyRequest) => Promise<void> | undefined): onRequestHookHandler =>
  (request, _reply, done) => {
    let pending: Promise<void> | undefined;
    try {
      pending = check(request);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (pending) pending.then(() => done(), done);
    else done();
  };

/** Counts a signed-in caller's request. Throws if the route is not open to them. */
const admit = (route: RouteDefinition, { rateLimiter }: Authorization, viewer: Viewer): void => {
  rateLimiter.consume(getRateLimit(route), viewer.user.id);
  assertAccountReady(route, viewer);
  const roles = allowedRoles[route.access as keyof typeof allowedRoles];
  if (!roles.includes(viewer.user.role)) throw new AppError('FORBIDDEN');
};

/** Authorises and counts before the body is read. */
const authorize = (route: RouteDefinition, authorization: Authorization): onRequestHookHandler => {
  const { access } = route;
  const { env, rateLimiter } = authorization;
  const limit = getRateLimit(route);
  const limitNetwork = ({ ip }: FastifyRequest) => rateLimiter.consume(limit, toNetwork(ip));
  if (access === 'public')
    return toHook((request) => {
      limitNetwork(request);
    });
  if (access === 'metrics') {
    const assertToken = createMetricsCheck(env.metricsToken);
    return toHook((request) => {
      limitNetwork(request);
      assertToken(request);
    });
  }
  if (access === 'operator')
    return toHook(async (request) => {
      limitNetwork(request);
      request.operator = await findOperator(authorization, request);
    });
  const needed = getTokenAccess(route);
  return toHook((request) => {
    const refuse = (error: unknown): never => {
      if (error instanceof AppError) limitNetwork(request);
      throw error;
    };
    const find = () => {
      try {
        return findCaller(needed, authorization, request);
      } catch (error) {
        return refuse(error);
      }
    };
    const setViewer = (viewer: Viewer) => {
      // Set first: the log names the account of a refused request too.
      request.viewer = viewer;
      admit(route, authorization, viewer);
    };
    const viewer = find();
    if (viewer instanceof Promise) return viewer.catch(refuse).then(setViewer);
    setViewer(viewer);
  });
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares digests of equal length in constant time, to prevent timing attacks. */
const createMetricsCheck = (token: string | undefined) => {
  const expected = token === undefined ? undefined : digest(token);
  return (request: FastifyRequest): void => {
    const given = parseBearerToken(request.headers);
    const isRight = expected && given !== undefined && timingSafeEqual(digest(given), expected);
    if (!isRight) throw new AppError('NOT_FOUND');
  };
};

const sessionErrors = ['NOT_SIGNED_IN', 'SESSION_ENDED'] as const;

const tokenErrors = ['TOKEN_ENDED', 'FORBIDDEN'] as const;

const accessErrors: Record<Access, readonly ErrorCode[]> = {
  public: [],
  signedIn: sessionErrors,
  customer: [...sessionErrors, 'FORBIDDEN'],
  educator: [...sessionErrors, 'FORBIDDEN'],
  owner: [...sessionErrors, 'FORBIDDEN'],
  operator: ['NOT_SIGNED_IN', 'SESSION_ENDED', 'FORBIDDEN'],
  metrics: ['NOT_FOUND'],
};

/** Every response of the route, for the API page. */
const describeResponses = (route: RouteDefinition): Record<number, z.ZodMiniType> => {
  const codes: readonly ErrorCode[] = [
    ...commonErrors,
    ...accessErrors[route.access],
    ...(getTokenAccess(route) ? tokenErrors : []),
    ...(route.errors ?? []),
  ];
  const statuses = codes.map((code) => errorCatalogue[code].status);
  return {
    ...Object.fromEntries(statuses.map((status) => [status, errorBody])),
    [route.status ?? 200]: route.response,
  };
};

const describeRoute = (route: RouteDefinition) => {
  const { access, upload } = route;
  const token = getTokenAccess(route);
  const { burst, perMinute } = rateLimits[getRateLimit(route)];
  return `Access: ${access}.${token ? ` Personal tokens: ${token}.` : ''} Rate limit: ${burst} requests at once, ${perMinute} a minute${upload ? '. Body: multipart/form-data with one file in the field `file`' : ''}`;
};

/** The group of a route on the API page. */
const getTag = ({ path }: RouteDefinition): string => {
  const [, first = '', second] = path.split('/');
  return (first === 'api' ? second : second && first) ?? 'operations';
};

/** Finds the session of a token; synchronous if it is cached. Throws or rejects with SESSION_ENDED. */
type SessionFinder = {
  find(token: string): Viewer | Promise<Viewer>;
  findCached(token: string): Viewer | undefined;
};

/** Needed for authorisation: user sessions, personal tokens, operators and the token of metrics. */
export type Authorization = {
  sessions: SessionFinder;
  accessTokens: { find(token: string, needed: TokenAccess): Promise<Viewer> };
  /** Rejects with SESSION_ENDED. */
  operators: { find(token: string): Promise<OperatorCaller> };
  env: Pick<Env, 'metricsToken'>;
  rateLimiter: RateLimiter;
};

/** Sends the response unless the handler did. Fastify awaits a reply returned by a promise. */
const sendResult = <R extends RouteDefinition>(
  { status }: R,
  reply: FastifyReply,
  answer: RouteResponse<R> | typeof SENT,
): FastifyReply => {
  if (answer === SENT) return reply;
  limitSending(reply.raw);
  return reply.code(status ?? 200).send(answer);
};

const noQuery = z.object({});

/** Of a route without a body. */
const refuseBody = (body: unknown): void => {
  const [unknown] = Object.keys(body ?? {});
  if (unknown !== undefined) throw new AppError('INVALID_REQUEST', { fields: { [unknown]: UNKNOWN_FIELD } });
};

/** Wraps the app so that routes are added with `handle(contractRoute, handler)`. */
export const contractRoutes = (
  app: FastifyInstance,
  authorization: Authorization,
  cachedReads?: CachedReads,
): ContractApp => {
  if (!app.hasRequestDecorator('viewer')) {
    app.decorateRequest('viewer', null);
    app.decorateRequest('operator', null);
    // Files, the API page and unknown paths have a limit too.
    app.addHook(
      'onRequest',
      toHook(({ routeOptions: { config }, ip }) => {
        if (!config.contractRoute) authorization.rateLimiter.consume(config.limit ?? 'file', toNetwork(ip));
      }),
    );
  }

  /** Sends a response from memory, and lets `reads` answer this URL from now on. */
  const sendCached = async <R extends RouteDefinition>(
    reads: CachedReads,
    route: R,
    readCache: CacheReader<R>,
    { query, request, reply }: Call<R>,
    cached: CachedResponse | Promise<CachedResponse>,
  ): Promise<void> => {
    const response = await cached;
    reply.hijack();
    reads.write(request.raw, reply.raw, response);
    reads.remember(request.raw, route.path, (headers) => {
      const viewer = authorization.sessions.findCached(parseBearerToken(headers) ?? '');
      const found = viewer && readCache({ query, viewer: viewer as Call<R>['viewer'] });
      if (viewer && found) admit(route, authorization, viewer);
      return found;
    });
  };

  const handle: ContractApp['handle'] = (route, handler, readCache) => {
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      config: { failure: route.failure, contractRoute: route },
      schema: {
        summary: route.summary,
        description: describeRoute(route),
        tags: [getTag(route)],
        ...(route.access === 'public' ? {} : { security: [{ session: [] }] }),
        ...(route.params === undefined ? {} : { params: route.params }),
        querystring: route.query ?? noQuery,
        ...(route.headers === undefined ? {} : { headers: route.headers }),
        ...(route.body === undefined ? {} : { body: route.body }),
        response: describeResponses(route),
      },
      onRequest: authorize(route, authorization),
      ...(route.method === 'GET' ? {} : { preParsing: route.upload ? allowLongWork : bodyTimeout }),
      handler: (request, reply) => {
        if (!route.body && !route.upload) refuseBody(request.body);
        // The schemas above parsed each part and `authorize` set the viewer, which Fastify's types can't express.
        const call = {
          params: request.params,
          query: request.query,
          headers: request.headers,
          body: request.body,
          viewer: request.viewer,
          operator: request.operator,
          // Read by few handlers.
          get origin(): Origin {
            return { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
          },
          request,
          reply,
        } as unknown as Call<typeof route>;
        const cached = cachedReads && readCache?.(call);
        if (cached && readCache) return sendCached(cachedReads, route, readCache, call, cached);
        const answer = handler(call);
        if (answer instanceof Promise) return answer.then((result) => sendResult(route, reply, result));
        sendResult(route, reply, answer);
      },
    });
  };

  return { handle };
};
