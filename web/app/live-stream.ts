import { live, READY_EVENT } from '../../contract/live-events.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { toApiError } from '../shared/api/api-request.ts';
import { backoffDelay } from '../shared/api/backoff.ts';
import { wakeableDelay } from '../shared/api/wakeable-delay.ts';
import { clearSessionOfToken, readSessionToken } from '../shared/storage/session-store.ts';
import { createSseParser, type SseItem } from './sse-parser.ts';

/** The server sends a comment every 25 s; a stream that is silent for longer than this is dead. */
const SILENCE_MS = 40_000;
/** The heartbeat's comment and every id: `<epoch>-<seq>`. */
const HEAD = /^\S+-\d+$/;

export type LiveEvent = { event: string; data: string };
export type LiveStreamHandlers = {
  /** Where to resume; asked before each connection. */
  lastId: () => string | null;
  onId: (id: string) => void;
  onEvent: (event: LiveEvent) => void;
  onConnected: (connected: boolean) => void;
};

const idIn = (item: SseItem): string | null => {
  if (item.type === 'comment') return HEAD.test(item.text) ? item.text : null;
  return item.id;
};

/** Reads one connection to its end. Calls `alive` with every byte. */
const readAll = async (body: ReadableStream<Uint8Array>, handlers: LiveStreamHandlers, alive: () => void) => {
  const parse = createSseParser((item) => {
    const id = idIn(item);
    // First the change, then its id: a tab that dies in between asks for the change again.
    if (item.type === 'event') {
      if (item.event === READY_EVENT) handlers.onConnected(true);
      handlers.onEvent(item);
    }
    if (id) handlers.onId(id);
  });
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    parse(value);
  }
};

/** One connection. Resolves with whether it had begun to deliver. */
const connect = async (handlers: LiveStreamHandlers, signal: AbortSignal): Promise<boolean> => {
  const token = readSessionToken();
  const lastId = handlers.lastId();
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop, { once: true });
  // A dead network ends no stream: until it is missed, the bar would say Live.
  window.addEventListener('offline', stop, { once: true });
  let watchdog = setTimeout(stop, SILENCE_MS);
  let delivered = false;
  const alive = () => {
    delivered = true;
    clearTimeout(watchdog);
    watchdog = setTimeout(stop, SILENCE_MS);
  };
  try {
    const response = await fetch(apiUrl(live.path), {
      headers: {
        Accept: 'text/event-stream',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(lastId ? { 'Last-Event-ID': lastId } : {}),
      },
      cache: 'no-store',
      signal: connection.signal,
    });
    if (!response.ok) {
      const error = toApiError(response, await response.text());
      if (error.status === 401) clearSessionOfToken(token);
      return false;
    }
    if (response.body) await readAll(response.body, handlers, alive);
  } catch {
    // A broken, silent or refused connection: the caller tries again, and the top bar says so meanwhile.
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', stop);
    window.removeEventListener('offline', stop);
    handlers.onConnected(false);
  }
  return delivered;
};

/** Keeps one live stream open until `signal` aborts: DESIGN §5, with full jitter between attempts. */
export const runLiveStream = async (handlers: LiveStreamHandlers, signal: AbortSignal): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    const delivered = await connect(handlers, signal);
    if (signal.aborted) return;
    failures = delivered ? 0 : failures + 1;
    await wakeableDelay(backoffDelay(failures), signal);
  }
};
