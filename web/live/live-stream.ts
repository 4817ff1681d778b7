import {
  FEED_STATE_EVENT,
  feedStateEvent,
  live,
  PRICES_EVENT,
  READY_EVENT,
} from '../../contract/live-events.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { toApiError } from '../shared/api/api-request.ts';
import { backoffDelay, wakeableDelay } from '../shared/api/retry-with-backoff.ts';
import { noteServerTime } from '../shared/server-clock.ts';
import { endSessionOfToken, readSessionToken } from '../shared/storage/session-store.ts';

/** The server sends a heartbeat every 25 s; after this long without one the stream is considered dead. */
const HEARTBEAT_TIMEOUT_MS = 40_000;

export type LiveEvent = { event: string; data: string };
type LiveStreamHandlers = {
  /** The id to resume after, read before each connection. */
  lastId: () => string | null;
  onId: (id: string) => void;
  onEvent: (event: LiveEvent) => void;
  /** Whether the stream is open and the server can read the feed. */
  onConnected: (connected: boolean) => void;
};

/** Reads a frame of server/live/live-stream.ts: an event, or a heartbeat, which is a comment with the id alone. */
const readFrame = (frame: string, handlers: LiveStreamHandlers) => {
  const [heartbeat, id, event, data] = ['', 'id', 'event', 'data'].map(
    (field) => new RegExp(`^${field}: (.*)$`, 'm').exec(frame)?.[1],
  );
  if (event === FEED_STATE_EVENT) {
    handlers.onConnected(feedStateEvent.parse(JSON.parse(data ?? '')).isCurrent);
    return;
  }
  if (event === READY_EVENT) handlers.onConnected(true);
  // Event first, id second: a tab that dies in between requests the event again.
  if (event && data) handlers.onEvent({ event, data });
  const position = id ?? heartbeat;
  if (position) handlers.onId(position);
};

/** Reads a connection to its end and calls `alive` for every chunk. */
const readAll = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  handlers: LiveStreamHandlers,
  alive: () => void,
) => {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const frames = (rest + value).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) readFrame(frame, handlers);
  }
};

/** Opens one connection. Resolves, when it ends, with whether it delivered anything. */
const connect = async (handlers: LiveStreamHandlers, signal: AbortSignal): Promise<boolean> => {
  const token = readSessionToken();
  const lastId = handlers.lastId();
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop, { once: true });
  // A lost network does not end the stream, so the header would still say Live.
  window.addEventListener('offline', stop, { once: true });
  let watchdog = setTimeout(stop, HEARTBEAT_TIMEOUT_MS);
  let delivered = false;
  const alive = () => {
    delivered = true;
    clearTimeout(watchdog);
    watchdog = setTimeout(stop, HEARTBEAT_TIMEOUT_MS);
  };
  try {
    const askedAt = Date.now();
    const response = await fetch(apiUrl(live.path), {
      headers: {
        Accept: 'text/event-stream',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(lastId ? { 'Last-Event-ID': lastId } : {}),
      },
      cache: 'no-store',
      signal: connection.signal,
    });
    noteServerTime(response.headers.get('Date'), askedAt);
    if (!response.ok) {
      const error = toApiError(response, await response.text());
      if (error.status === 401) endSessionOfToken(token, { isUnsent: false });
      return false;
    }
    if (response.body) await readAll(response.body, handlers, alive);
  } catch {
    // The connection broke, went silent or was refused: the caller retries, and the header shows it.
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', stop);
    window.removeEventListener('offline', stop);
    // A tab that lost the lead says nothing: the stream of the new leader counts.
    if (!signal.aborted) handlers.onConnected(false);
  }
  return delivered;
};

/** Keeps a live stream open until `signal` aborts, reconnecting with backoff and full jitter (DESIGN §5). */
export const runLiveStream = async (handlers: LiveStreamHandlers, signal: AbortSignal): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    const delivered = await connect(handlers, signal);
    if (signal.aborted) return;
    failures = delivered ? 0 : failures + 1;
    await wakeableDelay(backoffDelay(failures), signal);
  }
};

/**
 * Shares one live stream among all tabs of a user: the tab that holds a Web Lock (the leader) reads it and forwards it by
 * BroadcastChannel. When the leader closes, another tab resumes the stream. Without Web Locks each tab reads its own.
 */
type Message =
  | { type: 'event'; event: LiveEvent }
  | { type: 'id'; id: string }
  | { type: 'state'; connected: boolean; lastId: string | null }
  | { type: 'who' };

type LiveTabs = { onEvent: (event: LiveEvent) => void; onConnected: (connected: boolean) => void };

/** Interval of the leader's heartbeat; a visible tab that misses three takes the lock. */
const LEADER_HEARTBEAT_MS = 10_000;
const PRESENCE_MISSED_MS = 3 * LEADER_HEARTBEAT_MS;

export const shareLiveStream = (name: string, tabs: LiveTabs, signal: AbortSignal): void => {
  const locks = navigator.locks as LockManager | undefined;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const shared = locks !== undefined && channel !== null;
  let lastId: string | null = null;
  /** The last one, for tabs that open. */
  let prices: LiveEvent | undefined;
  let connected = false;
  let leading = false;
  let lastMessageAt = Date.now();

  const tell = (message: Message) => shared && channel.postMessage(message);
  const tellState = () => tell({ type: 'state', connected, lastId });
  const setConnected = (next: boolean) => {
    connected = next;
    tabs.onConnected(next);
  };

  const lead = (stop: AbortSignal) =>
    runLiveStream(
      {
        lastId: () => lastId,
        onId: (id) => {
          lastId = id;
          tell({ type: 'id', id });
        },
        onEvent: (event) => {
          if (event.event === PRICES_EVENT) prices = event;
          tabs.onEvent(event);
          tell({ type: 'event', event });
        },
        onConnected: (next) => {
          setConnected(next);
          tellState();
        },
      },
      stop,
    );

  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (leading) {
      if (data.type !== 'who') return;
      tellState();
      if (prices) tell({ type: 'event', event: prices });
      return;
    }
    lastMessageAt = Date.now();
    if (data.type === 'event') tabs.onEvent(data.event);
    else if (data.type === 'id') lastId = data.id;
    else if (data.type === 'state') {
      lastId = data.lastId;
      setConnected(data.connected);
    }
  };

  /** Waits for the lock, leads while holding it, and queues again when another tab takes it. */
  const queue = async (steal: boolean): Promise<void> => {
    const turn = new AbortController();
    const end = () => turn.abort();
    signal.addEventListener('abort', end, { once: true });
    try {
      // The API does not allow `steal` together with `signal`.
      await locks!.request(name, steal ? { steal } : { signal }, async () => {
        if (signal.aborted) return;
        leading = true;
        await lead(turn.signal);
      });
    } catch {
      // Aborted while waiting, or another tab took the lock because this one sent no heartbeat.
    }
    end();
    leading = false;
    lastMessageAt = Date.now();
    if (!signal.aborted) await queue(false);
  };

  if (!shared) {
    void lead(signal);
    return;
  }
  channel.addEventListener('message', onMessage);
  const presence = setInterval(() => {
    if (leading) tellState();
    else if (!document.hidden && Date.now() - lastMessageAt > PRESENCE_MISSED_MS) {
      lastMessageAt = Date.now();
      void queue(true);
    }
  }, LEADER_HEARTBEAT_MS);
  signal.addEventListener('abort', () => {
    clearInterval(presence);
    channel.close();
  });
  tell({ type: 'who' });
  void queue(false);
};
