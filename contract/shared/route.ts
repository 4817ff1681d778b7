import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { RateLimitName } from './rate-limits.ts';

/**
 * Who may call a route. `owner` is an educator who owns the row: the role is checked before the handler, ownership in
 * the `where` of the module's SQL. `operator` is somebody on the operator's page, whose sessions open nothing else.
 * `metrics` is a caller with METRICS_TOKEN; for everyone else the route does not exist.
 */
export type Access = 'public' | 'signedIn' | 'customer' | 'educator' | 'owner' | 'operator' | 'metrics';

/** One HTTP call. The server registers it, the web client calls it and tests iterate over it. */
export type RouteDefinition = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Also open to an educator who has to add a second factor first. Public routes are. */
  readonly allowsMissingSecondFactor?: true;
  /** Shown on the API page. */
  readonly summary: string;
  /** SPEC §8: the message for a failure that is not the user's fault. */
  readonly failure: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly headers?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The body is multipart/form-data with one file in the field `file`, instead of JSON. */
  readonly upload?: true;
  /** Another rate limit than the one of its access and method (contract/shared/rate-limits.ts). */
  readonly limit?: RateLimitName;
  /** Largest body accepted, in bytes. */
  readonly bodyLimit?: number;
  /** 200 if it is not given. */
  readonly status?: 201;
  readonly response: z.ZodMiniType;
  /** Error codes beyond those of every route (`commonErrors`). */
  readonly errors?: readonly ErrorCode[];
};

/** Declares a route. It only checks the type: a route without `access` does not compile. */
export const defineRoute = <const R extends RouteDefinition>(route: R): R => route;

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type SchemaInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Part<R extends RouteDefinition, K extends keyof RouteDefinition> = K extends keyof R ? R[K] : undefined;

/** What a handler receives, after parsing. */
export type RouteParams<R extends RouteDefinition> = SchemaOutput<Part<R, 'params'>>;
export type RouteQuery<R extends RouteDefinition> = SchemaOutput<Part<R, 'query'>>;
export type RouteHeaders<R extends RouteDefinition> = SchemaOutput<Part<R, 'headers'>>;
export type RouteBody<R extends RouteDefinition> = SchemaOutput<Part<R, 'body'>>;
/** The body of a successful response. */
export type RouteResponse<R extends RouteDefinition> = z.output<R['response']>;

/** What a caller passes, before parsing; parts the route does not have are absent. */
export type RouteInput<R extends RouteDefinition> = {
  [K in 'params' | 'query' | 'headers' | 'body' as K extends keyof R ? K : never]: SchemaInput<Part<R, K>>;
};

/** The route's path with parameters and query filled in. Undefined query values are left out. */
export const routeUrl = (
  route: Pick<RouteDefinition, 'path'>,
  params: Record<string, string> = {},
  query: Record<string, string | number | undefined> = {},
): string => {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${route.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = Object.entries(query)
    .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return search ? `${path}?${search}` : path;
};
