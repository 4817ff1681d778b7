import { type LiveEvent, runLiveStream } from './live-stream.ts';

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
      if (data.type === 'who') tellState();
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
