import {
  environmentManager,
  focusManager,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearCachedData } from '../storage/session-reset.ts';
import { queryClient } from './query-client.ts';

const fetched = vi.fn<typeof fetch>();
const open: (() => void)[] = [];

/**
 * For a file of tests: the real query client in a page that is looked at, with the clock held and the network counted; the
 * server's answer is always the same.
 */
export const setUpFakeClock = (answer: unknown = []): void => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetched);
    fetched.mockImplementation(async () => Response.json(answer));
    // SPEC §8: failures are logged; here they are expected.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    // Outside a browser the client would take itself for a server, which never polls.
    environmentManager.setIsServer(() => false);
    // As its provider does: from here on it hears of the focus.
    queryClient.mount();
    focusManager.setFocused(true);
  });
  afterEach(() => {
    for (const leave of open.splice(0)) leave();
    queryClient.unmount();
    clearCachedData();
    focusManager.setFocused(undefined);
    fetched.mockReset();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
};

/** Lets time pass, and everything that follows from it happen. */
export const advance = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};

/** Somebody begins to read a query; calling what is returned is their leave. */
export const observe = async (query: Pick<QueryObserverOptions, 'queryKey'>): Promise<() => void> => {
  const leave = new QueryObserver(queryClient, query).subscribe(() => undefined);
  open.push(leave);
  await advance(0);
  return leave;
};

/** The window loses the focus, and gets it back after so long. */
export const blurAndRefocus = async (ms = 0): Promise<void> => {
  focusManager.setFocused(false);
  await advance(ms);
  focusManager.setFocused(true);
  await advance(0);
};

/** How often the server has been asked. */
export const countRequests = (): number => fetched.mock.calls.length;

/** The next so many requests get no answer. */
export const failRequests = (requests: number): void => {
  for (let lost = 0; lost < requests; lost++) fetched.mockRejectedValueOnce(new TypeError('no network'));
};
