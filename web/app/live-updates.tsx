import { useEffect } from 'react';
import {
  LIVE_DEBOUNCE_MS,
  parseLiveChange,
  READY_EVENT,
  RESET_EVENT,
  type ReadyEvent,
  readyEvent,
} from '../../contract/live-events.ts';
import { announceLiveReset, applyLiveChange } from '../live/live-appliers.ts';
import { liveState } from '../live/live-state.ts';
import type { LiveEvent } from '../live/live-stream.ts';
import { shareLiveStream } from '../live/live-tabs.ts';
import { invalidatePrefix, refetchOutdated } from '../shared/api/query-client.ts';
import { importWithRetry } from '../shared/loading/import-with-retry.ts';
import { logFailure } from '../shared/log-failure.ts';
import { readStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';

const IDEAS_PREFIX = '/api/trade-ideas';
const CHAT_PREFIX = '/api/chat';

/** Compares the server's ledger with the fingerprint this browser stored (DESIGN §4). Its code loads only when they differ. */
const compareLedger = (announced: ReadyEvent['ledger'] | null) => {
  const seen = readStored(storageKeys.ledgerHead);
  const isSame = announced && seen?.count === announced.count && seen.head === announced.head;
  if (isSame && !readStored(storageKeys.ledgerBreak)) return;
  importWithRetry(() => import('../record/ledger/stored-head.ts'))
    .then((memory) => memory.compareStoredHead(announced))
    .catch((failure: unknown) => logFailure('ledger memory', failure));
};

/** Treats everything cached as outdated. */
const refetchEverything = () => {
  announceLiveReset();
  void invalidatePrefix('');
};

/** Handles the stream's events for this page. */
const createReceiver = () => {
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
    const change = parseLiveChange(event, JSON.parse(data));
    applyLiveChange(change);
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

/** Mounted once per signed-in page. Renders nothing; `useLiveState` returns the connection state. */
export const LiveUpdates = ({ userId }: { userId: string }) => {
  useEffect(() => {
    const over = new AbortController();
    const receiver = createReceiver();
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
  }, [userId]);
  return null;
};
