import { lookup as resolveName } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type EndpointPolicy, literalAddress } from './endpoint-policy.ts';

/** What a push service said; or why it said nothing. `refused` is our own policy, `stopped` our own shutting down. */
export type PushAnswer =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly why: 'refused' | 'unreachable' | 'timeout' | 'stopped' };

export type PushRequest = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
};

/** From the call to the answer's head, whatever happens in between. Push services answer within a second. */
export const ANSWER_MS = 10_000;
/**
 * Connections to one push service; what is beyond waits for one of them, and its time runs (ANSWER_MS): with all workers
 * busy that is six messages to a connection.
 */
const SOCKETS = 128;
/** An idle connection is worth a handshake, and most ideas come in bursts. */
const KEEP_ALIVE_MS = 30_000;
/** Nothing in an answer's body is for us: it is read only so that the connection can be used again. */
const BODY_BYTES = 16 * 1024;

class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** Resolves a name to those of its addresses that may be reached: asked for each connection, so a name cannot change its mind. */
const lookupWithin =
  (policy: EndpointPolicy): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const allowed = found.filter(({ address }) => policy.allowsAddress(address));
      const [first] = allowed;
      if (!first) return callback(new AddressRefused(`${hostname} leads to no public address`), []);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };

/** Kept-alive connections to push services, of one process. Redirects are answers like others, and never followed. */
export class PushConnections {
  readonly #policy: EndpointPolicy;
  readonly #answerMs: number;
  readonly #https: HttpsAgent;
  /** Only ever used where the policy allows http. */
  readonly #http: HttpAgent;
  readonly #stopping = new AbortController();

  constructor(policy: EndpointPolicy, { answerMs = ANSWER_MS } = {}) {
    this.#policy = policy;
    this.#answerMs = answerMs;
    const options = {
      keepAlive: true,
      maxSockets: SOCKETS,
      timeout: KEEP_ALIVE_MS,
      scheduling: 'lifo',
      lookup: lookupWithin(policy),
    } as const;
    this.#https = new HttpsAgent({ ...options, ...(policy.ca === undefined ? {} : { ca: policy.ca }) });
    this.#http = new HttpAgent(options);
  }

  /** Whether a URL may be asked at all. An address in place of a name never passes through the look-up. */
  allows(url: URL): boolean {
    const address = literalAddress(url);
    return this.#policy.allowsUrl(url) && (address === null || this.#policy.allowsAddress(address));
  }

  /** Sends one message. Never throws: what goes wrong is part of the answer. */
  async post(message: PushRequest): Promise<PushAnswer> {
    if (!this.allows(message.url)) return { status: null, why: 'refused' };
    const answer = await this.#attempt(message);
    // A kept connection may have been closed at the other end while this was on its way: no fault of anybody.
    return answer === 'worn out' ? asAnswer(await this.#attempt(message)) : answer;
  }

  #attempt({ url, headers, body }: PushRequest): Promise<PushAnswer | 'worn out'> {
    const { signal } = this.#stopping;
    if (signal.aborted) return Promise.resolve({ status: null, why: 'stopped' });
    return new Promise((resolve) => {
      const [send, agent] =
        url.protocol === 'https:'
          ? ([httpsRequest, this.#https] as const)
          : ([httpRequest, this.#http] as const);
      const request = send(url, { method: 'POST', agent, headers });
      const breakOff = (why: 'timeout' | 'stopped') => {
        resolve({ status: null, why });
        request.destroy();
      };
      const late = setTimeout(breakOff, this.#answerMs, 'timeout');
      const stop = () => breakOff('stopped');
      signal.addEventListener('abort', stop, { once: true });
      request
        .once('response', (response) => {
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
          drain(response);
        })
        .on('error', (error: NodeJS.ErrnoException) => {
          if (request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))
            resolve('worn out');
          else resolve({ status: null, why: error instanceof AddressRefused ? 'refused' : 'unreachable' });
        })
        .once('close', () => {
          clearTimeout(late);
          signal.removeEventListener('abort', stop);
        })
        .end(body);
    });
  }

  /** Breaks off what is under way; whoever waits for an answer is told `stopped`. */
  close(): void {
    this.#stopping.abort();
    this.#https.destroy();
    this.#http.destroy();
  }
}

const asAnswer = (answer: PushAnswer | 'worn out'): PushAnswer =>
  answer === 'worn out' ? { status: null, why: 'unreachable' } : answer;

const drain = (response: IncomingMessage): void => {
  let received = 0;
  response
    .on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > BODY_BYTES) response.destroy();
    })
    // The answer is known already; that its body broke off tells nothing.
    .on('error', () => undefined);
};
