import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { Registry } from 'prom-client';
import { accountLinksRoutes } from './account/links/account-links-routes.ts';
import { ownAccountRoutes } from './account/own-account-routes.ts';
import { passkeysRoutes } from './account/passkeys/passkeys-routes.ts';
import { profileImageRoutes } from './account/profiles/profile-image-routes.ts';
import { profilesRoutes } from './account/profiles/profiles-routes.ts';
import { authRoutes } from './account/sessions/auth-routes.ts';
import { accessTokensRoutes } from './account/tokens/access-tokens-routes.ts';
import { type PasswordHasher, passwordHasher } from './account/users/password-hashing.ts';
import { candlesRoutes } from './candles/candles-routes.ts';
import { chatRoutes } from './chat/chat-routes.ts';
import type { Database } from './database/database.ts';
import { createDeps } from './deps.ts';
import { educatorsRoutes } from './educators/educators-routes.ts';
import { registerApiPage } from './http/api-page.ts';
import { CachedReads } from './http/cached-reads.ts';
import { limitPipelining } from './http/connection-limits.ts';
import { contractRoutes } from './http/contract-routes.ts';
import { registerCrossOrigin } from './http/cross-origin.ts';
import { answerUnparsed, registerErrors } from './http/errors.ts';
import { registerGracefulShutdown } from './http/graceful-shutdown.ts';
import { normalizeUrl } from './http/normalize-url.ts';
import { createRequestIdGenerator } from './http/request-ids.ts';
import { RefusalLog, RequestLog } from './http/request-log.ts';
import { meterRequests } from './http/request-meters.ts';
import { compileValidator } from './http/request-validation.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { createTrust } from './http/trusted-proxies.ts';
import { registerWebApp } from './http/web-app.ts';
import { ideasRoutes } from './ideas/ideas-routes.ts';
import { readingRoutes } from './ideas/reading/reading-routes.ts';
import { templatesRoutes } from './ideas/templates-routes.ts';
import type { JobRunnerOptions } from './jobs/job-runner.ts';
import { lessonsRoutes } from './learn/lessons/lessons-routes.ts';
import { practiceRoutes } from './learn/practice/practice-routes.ts';
import { videosRoutes } from './learn/videos/videos-routes.ts';
import { liveRoutes } from './live/live-routes.ts';
import { SOCKET_BUFFER_BYTES } from './live/live-stream.ts';
import { presenceRoutes } from './live/presence-routes.ts';
import { mediaRoutes } from './media/media-routes.ts';
import { ideaFeedRoutes } from './notifications/feeds/idea-feed-routes.ts';
import { notificationsRoutes } from './notifications/notifications-routes.ts';
import { type EndpointPolicy, publicEndpoints } from './notifications/transport/endpoint-policy.ts';
import { healthRoutes } from './operations/health-routes.ts';
import { Housekeeping } from './operations/housekeeping.ts';
import { metricsRoutes } from './operations/metrics-routes.ts';
import { operatorAccessRoutes } from './operator/operator-access-routes.ts';
import { peopleRoutes } from './operator/people-routes.ts';
import { systemRoutes } from './operator/system-routes.ts';
import { outwardRoutes } from './outward/outward-routes.ts';
import { readPublicRecord } from './record/public-record-service.ts';
import { recordRoutes } from './record/record-routes.ts';
import { AppError } from './shared/app-error.ts';
import { type Clock, systemClock } from './shared/clock.ts';
import type { Env } from './shared/env.ts';
import { escapeText } from './shared/escape-text.ts';
import { isForeignHost } from './shared/exposure.ts';
import { serializeError } from './shared/log-errors.ts';

type AppOptions = {
  database: Database;
  env: Env;
  clock?: Clock;
  /** Folder of the built web app. */
  webFolder?: string;
  /** Destination of log lines; standard output by default. */
  logStream?: { write(line: string): void };
  /** Hosts that pushes and posts may be sent to; a test allows its own. */
  pushEndpoints?: EndpointPolicy;
  /** A test hashes at a lower cost. */
  passwords?: PasswordHasher;
  /** How soon a job starts whose announcement was lost. A test does not wait as long. */
  jobs?: JobRunnerOptions;
};

/** Paths under which libraries log request headers, including session tokens. */
const REDACTED_LOG_PATHS = ['busboyOptions.headers', 'headers.authorization', 'req.headers'];

const FOREIGN_HOST =
  'This server answers under its own names only. Set BASE_URL to the address that others use.';
const DEFAULT_BODY_LIMIT = 16 * 1024;
/** A connection on which nothing moves ends: its reader may have gone. Proxies keep idle ones for 60 s. */
const IDLE_TIMEOUT_MS = 75_000;
/** 50 MB at half a megabit per second. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;
const builtWebApp = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Builds the server: plugins first, then the modules, in this order. Closing it stops everything it started. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { database, env, clock = systemClock, webFolder = builtWebApp, logStream = process.stdout } = options;
  const { pushEndpoints = publicEndpoints, passwords = passwordHasher, jobs = {} } = options;
  const trust = createTrust(env.trustProxy);
  const app = Fastify({
    logger: {
      level: env.logLevel,
      redact: REDACTED_LOG_PATHS,
      serializers: { err: serializeError },
      // Escapes control characters, so that a log line cannot act on a terminal.
      stream: { write: (line: string) => logStream.write(escapeText(line)) },
    },
    logController: new RequestLog(),
    trustProxy: trust,
    rewriteUrl: ({ url = '/' }) => normalizeUrl(url),
    genReqId: createRequestIdGenerator(trust),
    clientErrorHandler: answerUnparsed,
    bodyLimit: DEFAULT_BODY_LIMIT,
    // Slowloris protection: headers must arrive within 30 s, an upload's body within this timeout. Other bodies have
    // less (server/http/connection-limits.ts).
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: { headersTimeout: 30_000, highWaterMark: SOCKET_BUFFER_BYTES },
    connectionTimeout: IDLE_TIMEOUT_MS,
    routerOptions: {
      ignoreTrailingSlash: true,
      // As long as a URL can be: the schemas say what is wrong with an id.
      maxParamLength: 16 * 1024,
    },
    // A stopping server finishes open requests and answers new ones on open connections, closing each connection with
    // its response.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  // The API takes JSON only; Fastify would also accept plain text and pass it to a schema as a string.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', ({ hostname }, _reply, done) => {
    done(
      isForeignHost(env, hostname.toLowerCase()) ? new AppError('FORBIDDEN', {}, FOREIGN_HOST) : undefined,
    );
  });
  const refusals = new RefusalLog(clock);
  registerErrors(app, refusals);
  const getSecurityHeaders = registerSecurityHeaders(app, {
    trusts: trust,
    hstsSubdomains: env.hstsSubdomains,
  });
  const getCrossOriginHeaders = registerCrossOrigin(app, env.webOrigins);
  const registry = env.metricsToken === undefined ? undefined : new Registry();
  const countReads = registry && meterRequests(app, registry);
  const getCachedHeaders = (request: IncomingMessage, status: 200 | 304) => ({
    ...getSecurityHeaders(request)[status === 304 ? 'unchanged' : 'data'],
    ...getCrossOriginHeaders(request.headers.origin),
  });
  const cachedReads = new CachedReads(app, getCachedHeaders, countReads);
  limitPipelining(app.server);
  const deps = createDeps({ database, env, clock, pushEndpoints, passwords, jobs }, app.log);
  const routes = contractRoutes(app, deps, cachedReads);
  if (env.apiDocs) await registerApiPage(app, { brand: env.brand });
  authRoutes(routes, deps);
  ownAccountRoutes(routes, deps);
  passkeysRoutes(routes, deps);
  accessTokensRoutes(routes, deps);
  accountLinksRoutes(routes, deps);
  ideasRoutes(routes, deps);
  templatesRoutes(routes, deps);
  recordRoutes(routes, deps);
  educatorsRoutes(routes, deps);
  candlesRoutes(routes, deps);
  chatRoutes(routes, deps);
  readingRoutes(routes, deps);
  practiceRoutes(routes, deps);
  notificationsRoutes(routes, deps);
  outwardRoutes(routes, deps);
  ideaFeedRoutes(routes, deps);
  profilesRoutes(routes, deps);
  videosRoutes(routes, deps);
  lessonsRoutes(routes, deps);
  await mediaRoutes(app, deps);
  await profileImageRoutes(app, deps);
  liveRoutes(routes, deps);
  presenceRoutes(routes, deps);
  operatorAccessRoutes(routes, deps);
  peopleRoutes(routes, deps);
  systemRoutes(routes, deps);
  healthRoutes(routes, deps);
  metricsRoutes(routes, deps, registry);
  const readRecord = (educatorId: string) => readPublicRecord(deps, educatorId);
  await registerWebApp(app, webFolder, env, deps.rateLimiter, refusals, readRecord);

  const housekeeping = new Housekeeping(deps, app.log);
  app.addHook('onReady', async () => {
    await deps.feed.start();
    await deps.snapshot.preload();
    deps.sessions.followEnded(deps.feed);
    deps.hub.start();
    deps.presence.start();
    // Created at startup, not at the first visit (DESIGN §9), so that a database backup always includes the keys.
    await deps.push.keys.keys();
    housekeeping.start();
    deps.jobs.start();
    deps.candles.start();
  });
  // Streams are closed first: the server waits for open connections, and streams never end by themselves.
  app.addHook('preClose', async () => deps.hub.stop());
  registerGracefulShutdown(app);
  app.addHook('onClose', async () => {
    housekeeping.stop();
    // Pushes, posts and mails are stopped first: a job ends once its requests have completed or been aborted.
    await deps.candles.stop();
    deps.push.stop();
    deps.posts.stop();
    deps.mailer?.stop();
    await deps.jobs.stop();
    deps.sessions.stop();
    await deps.feed.stop();
    await deps.presence.stop();
  });
  return app;
};
