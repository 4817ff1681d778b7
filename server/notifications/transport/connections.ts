import { lookup as resolveName } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type EndpointPolicy, parseIpAddress } from './endpoint-policy.ts';

/** A push service's response, or why there is none. `refused` means our own policy, `stopped` our shutdown. */
export type PushResponse =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly reason: 'refused' | 'unreachable' | 'timeout' | 'stopped' };

export type PushRequest = {
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
/** Response bodies are only drained to reuse the connection. */
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

/** Kept-alive connections to push services. Redirects are never followed. */
export class PushConnections {
  readonly #policy: EndpointPolicy;
  readonly #timeoutMs: number;
  readonly #https: HttpsAgent;
  /** Only used if the policy allows http. */
  readonly #http: HttpAgent;
  readonly #stopping = new AbortController();

  constructor(policy: EndpointPolicy, { responseTimeoutMs = RESPONSE_TIMEOUT_MS } = {}) {
    this.#policy = policy;
    this.#timeoutMs = responseTimeoutMs;
    const options = {
      keepAlive: true,
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
  async post(message: PushRequest): Promise<PushResponse> {
    if (!this.allows(message.url)) return { status: null, reason: 'refused' };
    const answer = await this.#attempt(message);
    // A kept-alive connection may have been closed by the peer meanwhile: retry once.
    return answer === 'stale connection' ? toResponse(await this.#attempt(message)) : answer;
  }

  #attempt({ url, headers, body }: PushRequest): Promise<PushResponse | 'stale connection'> {
    const { signal } = this.#stopping;
    if (signal.aborted) return Promise.resolve({ status: null, reason: 'stopped' });
    return new Promise((resolve) => {
      const [send, agent] =
        url.protocol === 'https:'
          ? ([httpsRequest, this.#https] as const)
          : ([httpRequest, this.#http] as const);
      const request = send(url, { method: 'POST', agent, headers });
      const abort = (reason: 'timeout' | 'stopped') => {
        resolve({ status: null, reason: reason });
        request.destroy();
      };
      const timer = setTimeout(abort, this.#timeoutMs, 'timeout');
      const stop = () => abort('stopped');
      signal.addEventListener('abort', stop, { once: true });
      request
        .once('response', (response) => {
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
          drain(response);
        })
        .on('error', (error: NodeJS.ErrnoException) => {
          if (request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))
            resolve('stale connection');
          else resolve({ status: null, reason: error instanceof AddressRefused ? 'refused' : 'unreachable' });
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

const toResponse = (answer: PushResponse | 'stale connection'): PushResponse =>
  answer === 'stale connection' ? { status: null, reason: 'unreachable' } : answer;

const drain = (response: IncomingMessage): void => {
  let received = 0;
  response
    .on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > BODY_BYTES) response.destroy();
    })
    // The status is known; an aborted body does not matter.
    .on('error', () => undefined);
};
