import { useEffect } from 'react';
import {
  LIVE_DEBOUNCE_MS,
  liveChange,
  READY_EVENT,
  RESET_EVENT,
  type ReadyEvent,
  readyEvent,
} from '../../contract/live-events.ts';
import { invalidatePrefix, queryClient } from '../shared/api/query-client.ts';
import { announceLiveReset, applyLiveChange } from '../shared/live/live-appliers.ts';
import { liveState } from '../shared/live/live-state.ts';
import { logFailure } from '../shared/log-failure.ts';
import { readStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import type { LiveEvent } from './live-stream.ts';
import { shareLiveStream } from './live-tabs.ts';

const IDEAS_PREFIX = '/api/trade-ideas';

/** Compares with the ledger this browser remembers (DESIGN §4). Loaded only where there is something to compare. */
const compareLedger = (announced: ReadyEvent['ledger'] | null) => {
  const seen = readStored(storageKeys.ledgerHead);
  const isSame = announced && seen?.count === announced.count && seen.head === announced.head;
  if (isSame && !readStored(storageKeys.ledgerBreak)) return;
  import('../features/verify-ledger/stored-head.ts')
    .then((memory) => memory.compareStoredHead(announced))
    .catch((failure: unknown) => logFailure('ledger memory', failure));
};

/** After this nothing cached is known to be true. */
const startOver = () => {
  announceLiveReset();
  void queryClient.invalidateQueries();
};

/** What a stream's events do to this page. Returns the handler and the way to stop its timer. */
const createReceiver = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // SPEC §4: any change refreshes the lists after 300 ms, counted anew with each change.
  const refreshSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void invalidatePrefix(IDEAS_PREFIX), LIVE_DEBOUNCE_MS);
  };
  const receive = ({ event, data }: LiveEvent) => {
    if (event === RESET_EVENT) {
      compareLedger(null);
      return startOver();
    }
    if (event === READY_EVENT) {
      compareLedger(readyEvent.parse(JSON.parse(data)).ledger);
      // What changed between the first load of a list and this moment is in no event of this stream.
      return refreshSoon();
    }
    applyLiveChange(liveChange.parse({ kind: event, data: JSON.parse(data) }));
    refreshSoon();
  };
  return {
    receive: (event: LiveEvent) => {
      try {
        receive(event);
      } catch (failure) {
        // An event this version cannot read, from a newer server: the lists themselves say what is true.
        logFailure(`live ${event.event}`, failure);
        startOver();
      }
    },
    stop: () => clearTimeout(timer),
  };
};

/** Mounted once per signed-in page. Draws nothing; `useLiveState` tells how it stands. */
export const LiveUpdates = ({ userId }: { userId: string }) => {
  useEffect(() => {
    const over = new AbortController();
    const receiver = createReceiver();
    shareLiveStream(
      `chartlark-live:${userId}`,
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
