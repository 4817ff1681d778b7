import * as z from 'zod/mini';
import { live } from '../../contract/live-events.ts';
import { routes } from '../../contract/routes.ts';
import { commonErrors, type ErrorCode, errorCatalogue } from '../../contract/shared/errors.ts';
import {
  type RouteBody,
  type RouteDefinition,
  type RouteParams,
  type RouteQuery,
  type RouteResponse,
  routeUrl,
} from '../../contract/shared/route.ts';

/** A call as a handler gets it: parsed by the contract. A `FormData` body is passed as it is. */
export type Call<R extends RouteDefinition = RouteDefinition> = {
  params: RouteParams<R>;
  query: RouteQuery<R>;
  body: RouteBody<R>;
  headers: Headers;
};

/** A page of a list, with the cursor of the next one. */
export class PageOf<T> {
  readonly rows: T;
  readonly cursor: string | undefined;
  constructor(rows: T, cursor: string | undefined) {
    this.rows = rows;
    this.cursor = cursor;
  }
}

/** An error of the contract, thrown by a handler. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: object;
  constructor(code: ErrorCode, details: object = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** No response at all, thrown by a handler. */
export class NetworkFailure extends Error {}

type Answer<R extends RouteDefinition> = RouteResponse<R> | PageOf<RouteResponse<R>>;
export type Handler<R extends RouteDefinition> = (call: Call<R>) => Answer<R> | Promise<Answer<R>>;

const matchers = routes.map((route) => ({
  route: route as RouteDefinition,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

const findRoute = (method: string, path: string) => {
  for (const { route, pattern } of matchers) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) {
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
        name,
        decodeURIComponent(value),
      ]);
      return { route, params: Object.fromEntries(params) as Record<string, string> };
    }
  }
  return undefined;
};

/**
 * A server made of the contract: its schemas parse requests and responses, so a test can't drift from them. A call without
 * a handler, or one that violates the contract, is recorded in `problems` and fails the test.
 */
export class FakeApi {
  readonly problems: string[] = [];
  readonly #calls: { route: RouteDefinition; call: Call }[] = [];
  readonly #handlers = new Map<RouteDefinition, Handler<RouteDefinition>>();
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  readonly #refusedInvalid = new Set<RouteDefinition>();
  /** The server's clock; that of the browser is the page's. */
  now = () => new Date();
  #isOffline = false;
  #seq = 0;

  /** Handles a route from now on; the last handler counts. */
  on<R extends RouteDefinition, A extends Answer<R>>(
    route: R,
    handler: (call: Call<R>) => A | Promise<A>,
  ): void {
    this.#handlers.set(route, handler as unknown as Handler<RouteDefinition>);
  }

  /** The calls of a route so far. */
  callsOf<R extends RouteDefinition>(route: R): Call<R>[] {
    return this.#calls.filter((one) => one.route === route).map(({ call }) => call as unknown as Call<R>);
  }

  /**
   * Lets calls of a route wait until `release`, as a slow network does: before the server handles them, or
   * with `after` once it has. `asked` resolves at the first one.
   */
  hold<R extends RouteDefinition>(route: R, when: 'before' | 'after' = 'before') {
    const handle = this.#handlerOf(route);
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.on(route, async (call) => {
      const response = when === 'after' ? await handle(call) : undefined;
      asked.resolve();
      await released.promise;
      return response ?? handle(call);
    });
    return {
      asked: asked.promise,
      release: () => {
        this.on(route, handle);
        released.resolve();
      },
    };
  }

  /** Answers invalid bodies of a route with a message by field, as the server does: for a form that leaves the check to it. */
  refuseInvalid(route: RouteDefinition): void {
    this.#refusedInvalid.add(route);
  }

  /** Fails calls of a route until `repair`: with no response, or with an error of the contract. */
  fail<R extends RouteDefinition>(route: R, failure: Error = new NetworkFailure()) {
    const handle = this.#handlerOf(route);
    this.on(route, () => {
      throw failure;
    });
    return { repair: () => this.on(route, handle) };
  }

  /** The server does what the next call asks, but its answer is lost. */
  loseAnswer<R extends RouteDefinition>(route: R): void {
    const handle = this.#handlerOf(route);
    this.on(route, async (call) => {
      this.on(route, handle);
      await handle(call);
      throw new NetworkFailure();
    });
  }

  /**
   * Fails calls that `when` selects until somebody presses something. A repair before that would let a poll of the page
   * remove the Retry button.
   */
  failUntilPressed<R extends RouteDefinition>(route: R, when: (call: Call<R>) => boolean = () => true): void {
    const handle = this.#handlerOf(route);
    this.on(route, (call) => {
      if (when(call)) throw new NetworkFailure();
      return handle(call);
    });
    document.addEventListener('click', () => this.on(route, handle), { capture: true, once: true });
  }

  /** Cuts or restores the network of this page, as the browser reports it. */
  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: !isOffline });
    window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
  }

  /** Sends an event on the live streams, in the server's format. */
  send(event: string, data: object): void {
    const text = `id: fake-${++this.#seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const stream of this.#streams) stream.enqueue(new TextEncoder().encode(text));
  }

  /** Breaks the live streams. The page connects again by itself. */
  breakStreams(): void {
    for (const stream of this.#streams) stream.error(new TypeError('network error'));
    this.#streams.clear();
  }

  fetch = async (url: URL, init: RequestInit): Promise<Response> => {
    const response = await this.#answer(url, init);
    response.headers.set('Date', this.now().toUTCString());
    return response;
  };

  async #answer(url: URL, init: RequestInit): Promise<Response> {
    init.signal?.throwIfAborted();
    if (this.#isOffline) throw new TypeError('Failed to fetch');
    const method = init.method ?? 'GET';
    const found = findRoute(method, url.pathname);
    if (found?.route === live) return this.#openStream(init.signal);
    const describe = (what: string) => {
      this.problems.push(`${method} ${url.pathname}${url.search}: ${what}`);
      return Response.json({ code: 'INTERNAL', message: what }, { status: 500 });
    };
    if (!found) return describe('no such route');
    const { route, params } = found;
    const query = Object.fromEntries(url.searchParams);
    try {
      const call = this.#parse(route, params, query, init);
      this.#calls.push({ route, call });
      const answer = await this.#handlerOf(route)(call);
      init.signal?.throwIfAborted();
      const page = answer instanceof PageOf ? answer : null;
      const next = page?.cursor && routeUrl(route, params, { ...query, cursor: page.cursor });
      return Response.json(route.response.parse(page ? page.rows : answer), {
        status: route.status ?? 200,
        headers: next ? { link: `<${next}>; rel="next"` } : {},
      });
    } catch (failure) {
      if (init.signal?.aborted) throw failure;
      if (failure instanceof NetworkFailure) throw new TypeError('Failed to fetch');
      if (!(failure instanceof Refusal))
        return describe(failure instanceof z.core.$ZodError ? z.prettifyError(failure) : String(failure));
      const { code, details } = failure;
      const access = route.access === 'owner' ? ['SESSION_ENDED', 'FORBIDDEN'] : ['SESSION_ENDED'];
      if (![...(route.errors ?? []), ...commonErrors, ...access].includes(code))
        return describe(`never answers ${code}`);
      const { status, message } = errorCatalogue[code];
      return Response.json({ code, message, ...details }, { status });
    }
  }

  #parse(
    route: RouteDefinition,
    params: Record<string, string>,
    query: Record<string, string>,
    init: RequestInit,
  ): Call {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined);
    return {
      params: route.params?.parse(params),
      query: route.query?.parse(query),
      body: body instanceof FormData ? body : this.#parseBody(route, body),
      headers: new Headers(init.headers),
    } as unknown as Call;
  }

  #parseBody(route: RouteDefinition, body: unknown): unknown {
    const parsed = route.body?.safeParse(body);
    if (!parsed) return undefined;
    if (parsed.success) {
      const unknown = Object.keys(body as object).find((key) => !Object.hasOwn(parsed.data as object, key));
      if (unknown) throw new Error(`${route.path} knows no ${unknown}`);
      return parsed.data;
    }
    if (!this.#refusedInvalid.has(route)) throw parsed.error;
    // The first message of a field counts.
    const messages = parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]);
    throw new Refusal('INVALID_REQUEST', { fields: Object.fromEntries(messages) });
  }

  #handlerOf<R extends RouteDefinition>(route: R): Handler<R> {
    const handler = this.#handlers.get(route);
    if (!handler) throw new Error('no handler');
    return handler as unknown as Handler<R>;
  }

  #openStream(signal: AbortSignal | null | undefined): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#streams.add(stream);
        signal?.addEventListener('abort', () => {
          if (this.#streams.delete(stream)) stream.error(signal.reason);
        });
      },
    });
    setTimeout(() => this.send('ready', { head: 'fake-0', ledger: { count: 0, head: '' } }));
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}
