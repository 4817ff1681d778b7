import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type ErrorCode, errorCatalogue } from '../../contract/shared/errors.ts';
import type { Clock } from '../shared/clock.ts';
import { toNetwork } from '../shared/network.ts';

const { TOO_MANY_REQUESTS } = errorCatalogue;

/**
 * Requests that only read, and those to unknown paths, are counted, not logged: a log line would cost more than the
 * response. Lines of the others name the account, never its email address.
 */
export class RequestLog extends LogController {
  constructor() {
    super({
      disableRequestLogging: ({ method, routeOptions }) =>
        method === 'GET' || method === 'HEAD' || !routeOptions.config.contractRoute,
    });
  }

  /** One line a request: what is over a limit would have this one. */
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    // What is over a limit is in the log of refusals, once a minute.
    if (this.isLogDisabled(request) || reply.statusCode === TOO_MANY_REQUESTS.status) return;
    const line = {
      req: request,
      res: reply,
      responseTime: reply.elapsedTime,
      account: request.viewer?.user.id,
      operator: request.operator?.name,
    };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}

/** What is logged of a refused request: the code of its response, or what a browser of ours would never send. */
export type Refusal = ErrorCode | 'UNSTORABLE_TEXT' | 'MALFORMED_PATH';

const INTERVAL_MS = 60_000;
const MAX_CALLERS = 10_000;

/** Logs refused requests, at most one a minute per caller and refusal, so that nobody can flood the log. */
export class RefusalLog {
  readonly #clock: Clock;
  readonly #loggedAt = new LRUCache<string, number>({ max: MAX_CALLERS });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Names the route by its pattern, because a path may contain what is secret. */
  log({ log, ip, method, viewer, routeOptions }: FastifyRequest, refusal: Refusal): void {
    const account = viewer?.user.id;
    const network = toNetwork(ip);
    const key = `${account ?? network} ${refusal}`;
    const now = this.#clock().getTime();
    if (now - (this.#loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
    this.#loggedAt.set(key, now);
    log.info({ account, network, route: `${method} ${routeOptions.url ?? ''}`, refusal }, 'request refused');
  }
}
