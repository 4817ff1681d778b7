import { useEffect } from 'react';
import {
  LIVE_DEBOUNCE_MS,
  type LiveChange,
  PRICES_EVENT,
  parseLiveChange,
  pricesEvent,
  READY_EVENT,
  RESET_EVENT,
  type ReadyEvent,
  readyEvent,
} from '../../contract/live-events.ts';
import { invalidatePrefix, refetchOutdated } from '../shared/api/query-client.ts';
import { logFailure } from '../shared/log-failure.ts';
import { setLatestPrices } from './latest-prices.ts';
import { liveState } from './live-state.ts';
import { type LiveEvent, shareLiveStream } from './live-stream.ts';

type LiveApplier = (change: LiveChange) => void;

const appliers = new Set<LiveApplier>();

/** Registers what a live change does to an entity's queries. Returns a function that unregisters it. */
export const registerLiveApplier = (applier: LiveApplier): (() => void) => {
  appliers.add(applier);
  return () => void appliers.delete(applier);
};

const resetListeners = new Set<() => void>();

/** Calls back when the stream cannot resume: data kept current by events must be fetched again. */
export const onLiveReset = (restart: () => void): void => {
  resetListeners.add(restart);
};

const IDEAS_PREFIX = '/api/trade-ideas';
const CHAT_PREFIX = '/api/chat';

type CompareLedger = (announced: ReadyEvent['ledger'] | null) => void;

/** Treats everything cached as outdated. */
const refetchEverything = () => {
  for (const restart of resetListeners) restart();
  void invalidatePrefix('');
};

/** Handles the stream's events for this page. */
const createReceiver = (compareLedger: CompareLedger) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // SPEC §4: changes of ideas refetch their lists, debounced by 300 ms.
  const refreshSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void invalidatePrefix(IDEAS_PREFIX), LIVE_DEBOUNCE_MS);
  };
  const receive = ({ event, data }: LiveEvent) => {
    if (event === RESET_EVENT) {
      compareLedger(null);
      return refetchEverything();
    }
    if (event === READY_EVENT) {
      compareLedger(readyEvent.parse(JSON.parse(data)).ledger);
      // The server answers again, which the browser does not notice. The lists of ideas follow below.
      void refetchOutdated(IDEAS_PREFIX);
      // The stream does not repeat changes between the first load of a list and its start.
      void invalidatePrefix(CHAT_PREFIX);
      return refreshSoon();
    }
    if (event === PRICES_EVENT) return setLatestPrices(pricesEvent.parse(JSON.parse(data)));
    const change = parseLiveChange(event, JSON.parse(data));
    for (const applier of appliers) applier(change);
    if (change.kind === 'trade_ideas_changes') refreshSoon();
  };
  return {
    receive: (event: LiveEvent) => {
      try {
        receive(event);
      } catch (failure) {
        // A newer server may send events this version cannot parse: refetch everything instead.
        logFailure(`live ${event.event}`, failure);
        refetchEverything();
      }
    },
    stop: () => clearTimeout(timer),
  };
};

/**
 * Mounted once per signed-in page. Renders nothing; `useLiveState` returns the connection state. `compareLedger` gets the
 * server's ledger, null after a reset.
 */
export const LiveUpdates = ({ userId, compareLedger }: { userId: string; compareLedger: CompareLedger }) => {
  useEffect(() => {
    const over = new AbortController();
    const receiver = createReceiver(compareLedger);
    shareLiveStream(
      `live:${userId}`,
      {
        onEvent: receiver.receive,
        onConnected: (connected) => liveState.set(connected ? 'connected' : 'not connected'),
      },
      over.signal,
    );
    return () => {
      over.abort();
      receiver.stop();
      liveState.set('not connected');
    };
  }, [userId, compareLedger]);
  return null;
};
