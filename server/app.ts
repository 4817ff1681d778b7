import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AllowListService } from './auth/allow-list.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { AuthService } from './auth/auth-service.ts';
import { Sessions } from './auth/sessions-service.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Env } from './env.ts';
import { ideasRoutes } from './ideas/ideas-routes.ts';
import { IdeasService } from './ideas/ideas-service.ts';
import { IdeasSnapshot } from './ideas/ideas-snapshot.ts';
import { FeedFollower } from './live/feed-follower.ts';
import { LiveHub } from './live/live-hub.ts';
import { liveRoutes } from './live/live-routes.ts';
import { SOCKET_BUFFER_BYTES } from './live/live-stream.ts';
import { healthRoutes } from './operations/health-routes.ts';
import { Housekeeping } from './operations/housekeeping.ts';
import { registerApiPage } from './plugins/api-page.ts';
import { contractRoutes } from './plugins/contract-routes.ts';
import { registerErrors } from './plugins/errors.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerWebApp } from './plugins/web-app.ts';

/** What `buildApp` is given. */
export type AppOptions = {
  database: Database;
  env: Env;
  clock?: Clock;
  /** Folder of the built web app. */
  webFolder?: string;
  /** Where log lines go; standard output unless a test listens. */
  logStream?: { write(line: string): void };
};

/** What the modules' routes are given. */
export type Deps = Required<Pick<AppOptions, 'database' | 'env' | 'clock'>> & {
  sessions: Sessions;
  auth: AuthService;
  allowList: AllowListService;
  feed: FeedFollower;
  hub: LiveHub;
  ideas: IdeasService;
  snapshot: IdeasSnapshot;
};

const DEFAULT_BODY_LIMIT = 16 * 1024;
const builtWebApp = fileURLToPath(new URL('../dist/web', import.meta.url));

/** The proxies nearest to us, by count: Fastify asks for each hop whether it may be believed. */
const trustHops = (count: number) => (_address: string, hop: number) => hop < count;

const createDeps = (
  { database, env, clock = systemClock }: AppOptions,
  log: FastifyInstance['log'],
): Deps => {
  const sessions = new Sessions(database.db, clock);
  const feed = new FeedFollower(database.connectionString, log);
  const snapshot = new IdeasSnapshot(database.db, feed);
  return {
    database,
    env,
    clock,
    sessions,
    auth: new AuthService(database.db, sessions, clock),
    allowList: new AllowListService(database.db),
    feed,
    hub: new LiveHub(feed, sessions, clock),
    ideas: new IdeasService(database.db, feed, clock),
    snapshot,
  };
};

/** The server, ready to listen: plugins first, then the modules, in this order. Closing it stops all it started. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { env, webFolder = builtWebApp } = options;
  const app = Fastify({
    logger: { level: env.logLevel, ...(options.logStream ? { stream: options.logStream } : {}) },
    // Hot reads are counted, not logged: a line for each would cost more than the answer. Failures always are.
    logController: new LogController({ disableRequestLogging: (request) => request.method === 'GET' }),
    trustProxy: typeof env.trustProxy === 'number' ? trustHops(env.trustProxy) : env.trustProxy,
    bodyLimit: DEFAULT_BODY_LIMIT,
    // Slow senders: a request's headers and body must arrive within these.
    requestTimeout: 30_000,
    http: { highWaterMark: SOCKET_BUFFER_BYTES },
    connectionTimeout: 0,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
  });
  // JSON is what this API takes; Fastify would also accept plain text and hand it to a schema as a string.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrors(app);
  registerSecurityHeaders(app, { behindTls: env.trustProxy !== false });
  await registerApiPage(app, { brand: env.brand });

  const deps = createDeps(options, app.log);
  const routes = contractRoutes(app, deps.sessions);
  authRoutes(routes, deps);
  ideasRoutes(routes, deps);
  liveRoutes(routes, deps);
  healthRoutes(routes, deps);
  await registerWebApp(app, webFolder);

  const housekeeping = new Housekeeping(deps.database.db, deps.clock, app.log);
  app.addHook('onReady', async () => {
    await deps.feed.start();
    await deps.snapshot.warm();
    deps.sessions.watch();
    deps.hub.start();
    housekeeping.start();
  });
  // Streams end first: a server waits for open connections, and these would never close by themselves.
  app.addHook('preClose', async () => deps.hub.stop());
  app.addHook('onClose', async () => {
    housekeeping.stop();
    deps.sessions.stop();
    await deps.feed.stop();
  });
  return app;
};
