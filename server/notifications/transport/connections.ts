import { lookup as resolveName } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type EndpointPolicy, parseIpAddress } from './endpoint-policy.ts';

/** A push service's response, or why there is none. `refused` means our own policy, `stopped` our shutdown. */
export type PushResponse =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly reason: NoAnswer };
type NoAnswer = 'refused' | 'unreachable' | 'timeout' | 'stopped';

/** The same with the first part of a body. `wasSent`: the request had left, so it may have had its effect. */
export type CallAnswer =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly body: string }
  | { readonly status: null; readonly reason: NoAnswer; readonly wasSent: boolean };

export type OutboundRequest = {
  /** POST if omitted. */
  readonly method?: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
};

/** Total time until the response head. Push services answer within a second. */
export const RESPONSE_TIMEOUT_MS = 10_000;
/**
 * Connections per push service; further requests queue for one while their timeout runs: with all workers busy, six
 * requests per connection.
 */
const MAX_SOCKETS = 128;
/** Idle timeout: keeping a connection saves a handshake, and ideas come in bursts. */
const KEEP_ALIVE_MS = 30_000;
/** Response bodies of push services are only drained to reuse the connection. */
const BODY_BYTES = 16 * 1024;

class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** DNS look-up that returns only allowed addresses. Runs per connection, which prevents DNS rebinding (SSRF). */
const createLookup =
  (policy: EndpointPolicy): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const allowed = found.filter(({ address }) => policy.allowsAddress(address));
      const [first] = allowed;
      if (!first) return callback(new AddressRefused(`${hostname} has no public address`), []);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };

type Attempt =
  | { status: number; retryAfter: string | undefined; body: Promise<string> }
  | { status: null; reason: NoAnswer; wasSent: boolean; isStale?: boolean };

/** Connections to services of others, by default kept alive. Redirects are never followed. */
export class OutboundConnections {
  readonly #policy: EndpointPolicy;
  readonly #timeoutMs: number;
  readonly #https: HttpsAgent;
  /** Only used if the policy allows http. */
  readonly #http: HttpAgent;
  readonly #stopping = new AbortController();

  constructor(policy: EndpointPolicy, { responseTimeoutMs = RESPONSE_TIMEOUT_MS, keepAlive = true } = {}) {
    this.#policy = policy;
    this.#timeoutMs = responseTimeoutMs;
    const options = {
      keepAlive,
      maxSockets: MAX_SOCKETS,
      timeout: KEEP_ALIVE_MS,
      scheduling: 'lifo',
      lookup: createLookup(policy),
    } as const;
    this.#https = new HttpsAgent({ ...options, ...(policy.ca === undefined ? {} : { ca: policy.ca }) });
    this.#http = new HttpAgent(options);
  }

  /** Whether a URL may be called. A literal IP address never passes through the look-up. */
  allows(url: URL): boolean {
    const address = parseIpAddress(url);
    return this.#policy.allowsUrl(url) && (address === null || this.#policy.allowsAddress(address));
  }

  /** Sends one message. Never throws: errors are part of the result. */
  async post(message: OutboundRequest): Promise<PushResponse> {
    if (!this.allows(message.url)) return { status: null, reason: 'refused' };
    let answer = await this.#attempt(message);
    // A kept-alive connection may have been closed by the peer meanwhile: retry once.
    if (answer.status === null && answer.isStale) answer = await this.#attempt(message);
    return answer.status === null
      ? { status: null, reason: answer.reason }
      : { status: answer.status, retryAfter: answer.retryAfter };
  }

  /** Makes a call once, and reads its answer. Never throws. */
  async call(request: OutboundRequest): Promise<CallAnswer> {
    if (!this.allows(request.url)) return { status: null, reason: 'refused', wasSent: false };
    const answer = await this.#attempt(request);
    return answer.status === null ? answer : { ...answer, body: await answer.body };
  }

  #attempt({ method = 'POST', url, headers, body }: OutboundRequest): Promise<Attempt> {
    const { signal } = this.#stopping;
    if (signal.aborted) return Promise.resolve({ status: null, reason: 'stopped', wasSent: false });
    return new Promise((resolve) => {
      const [send, agent] =
        url.protocol === 'https:'
          ? ([httpsRequest, this.#https] as const)
          : ([httpRequest, this.#http] as const);
      const request = send(url, { method, agent, headers });
      let wasSent = false;
      const abort = (reason: 'timeout' | 'stopped') => {
        resolve({ status: null, reason, wasSent });
        request.destroy();
      };
      const timer = setTimeout(abort, this.#timeoutMs, 'timeout');
      const stop = () => abort('stopped');
      signal.addEventListener('abort', stop, { once: true });
      request
        .once('finish', () => {
          wasSent = true;
        })
        .once('response', (response) => {
          const retryAfter = response.headers['retry-after'];
          resolve({ status: response.statusCode ?? 0, retryAfter, body: readBody(response) });
        })
        .on('error', (error: NodeJS.ErrnoException) => {
          const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
          const reason = error instanceof AddressRefused ? 'refused' : 'unreachable';
          resolve({ status: null, reason, wasSent, isStale });
        })
        .once('close', () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
        })
        .end(body);
    });
  }

  /** Aborts pending requests with `stopped`. */
  close(): void {
    this.#stopping.abort();
    this.#https.destroy();
    this.#http.destroy();
  }
}

/** The first part of a body. The status is known, so an aborted one does not matter. */
const readBody = (response: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let received = 0;
    response
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        received += chunk.length;
        if (received > BODY_BYTES) response.destroy();
      })
      .on('error', () => undefined)
      .once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
