import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isNotModified } from './etags.ts';
import type { ReadCounts } from './request-meters.ts';

/** A response in memory; `next` is the address of the next page. */
export type CachedResponse = { body: Buffer; etag: string; next: string | undefined };

type CachedRead = {
  /** Authorises the caller and reads the response. Undefined or an error if Fastify must answer. */
  find: (headers: IncomingHttpHeaders) => CachedResponse | Promise<CachedResponse> | undefined;
  /** The name that Fastify has answered as our own. */
  host: string | undefined;
  counts: ReadCounts | undefined;
};

type GetHeaders = (request: IncomingMessage, status: 200 | 304) => OutgoingHttpHeaders;

/** Undefined if Fastify must answer: it fails in the same way, and sends and logs the error. */
const findNow = ({ find }: CachedRead, headers: IncomingHttpHeaders): CachedResponse | undefined => {
  try {
    const found = find(headers);
    if (!(found instanceof Promise)) return found;
    found.catch(() => undefined);
  } catch {}
  return undefined;
};

const MAX_URLS = 500;
const MAX_URL_LENGTH = 300;

/**
 * Answers polls from memory before Fastify builds a request, which costs more than the response (docs/decisions/0006).
 * Only URLs that Fastify has validated and answered from memory are known here.
 */
export class CachedReads {
  readonly #getHeaders: GetHeaders;
  readonly #countReads: ((route: string) => ReadCounts) | undefined;
  readonly #reads = new LRUCache<string, CachedRead>({ max: MAX_URLS });
  #isClosing = false;

  constructor(
    app: FastifyInstance,
    getHeaders: GetHeaders,
    countReads: ((route: string) => ReadCounts) | undefined,
  ) {
    this.#getHeaders = getHeaders;
    this.#countReads = countReads;
    const [answerByFastify] = app.server.listeners('request');
    app.server.removeAllListeners('request').on('request', (request, response) => {
      if (!this.#answer(request, response)) answerByFastify?.call(app.server, request, response);
    });
    // Fastify closes the connections of a stopping server with their responses.
    app.addHook('preClose', async () => {
      this.#isClosing = true;
    });
  }

  /** `route` is the path pattern, for the metrics. */
  remember({ url = '', headers }: IncomingMessage, route: string, find: CachedRead['find']): void {
    if (url.length > MAX_URL_LENGTH) return;
    this.#reads.set(url, { find, host: headers.host, counts: this.#countReads?.(route) });
  }

  /** Writes the response, or 304 if the client has it. Returns the status. */
  write(request: IncomingMessage, response: ServerResponse, { body, etag, next }: CachedResponse): 200 | 304 {
    const status = isNotModified(request, etag) ? 304 : 200;
    const headers = this.#getHeaders(request, status);
    headers['cache-control'] = 'private, no-cache';
    headers.etag = etag;
    if (next !== undefined) headers.link = `<${next}>; rel="next"`;
    if (status === 304) {
      response.writeHead(status, headers).end();
      return status;
    }
    headers['content-type'] = 'application/json; charset=utf-8';
    headers['content-length'] = body.length;
    response.writeHead(status, headers).end(body);
    return status;
  }

  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const read = this.#reads.get(request.url ?? '');
    if (!read || read.host !== request.headers.host) return false;
    if (request.method !== 'GET' || this.#isClosing) return false;
    const cached = findNow(read, request.headers);
    if (cached === undefined) return false;
    const status = this.write(request, response, cached);
    if (read.counts) read.counts[status] += 1;
    return true;
  }
}
