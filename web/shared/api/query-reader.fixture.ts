import {
  environmentManager,
  focusManager,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearCachedData } from '../storage/session-reset.ts';
import { clearSession } from '../storage/session-store.ts';
import { queryClient } from './query-client.ts';

const fetched = vi.fn<typeof fetch>();
const open: (() => void)[] = [];

/**
 * Sets up a test file with the real query client in a focused page, a fake clock, and a fetch that counts requests and
 * always returns `answer`.
 */
export const setUpFakeClock = (answer: unknown = []): void => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetched);
    fetched.mockImplementation(async () => Response.json(answer));
    // SPEC §8: failures are logged; these tests expect them.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    // Outside of a browser the client assumes it runs on a server and never polls.
    environmentManager.setIsServer(() => false);
    // As its provider does: it subscribes to focus changes.
    queryClient.mount();
    focusManager.setFocused(true);
  });
  afterEach(() => {
    for (const leave of open.splice(0)) leave();
    queryClient.unmount();
    clearCachedData();
    // Test files share their process.
    clearSession();
    focusManager.setFocused(undefined);
    fetched.mockReset();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
};

/** Advances the fake clock and runs what becomes due. */
export const advance = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};

/** Mounts an observer of a query. Returns a function that unmounts it. */
export const observe = async (query: Pick<QueryObserverOptions, 'queryKey'>): Promise<() => void> => {
  const leave = new QueryObserver(queryClient, query).subscribe(() => undefined);
  open.push(leave);
  await advance(0);
  return leave;
};

/** Blurs the window and focuses it again after `ms`. */
export const blurAndRefocus = async (ms = 0): Promise<void> => {
  focusManager.setFocused(false);
  await advance(ms);
  focusManager.setFocused(true);
  await advance(0);
};

/** How many requests were sent. */
export const countRequests = (): number => fetched.mock.calls.length;

/** Makes the next requests fail. */
export const failRequests = (requests: number): void => {
  for (let lost = 0; lost < requests; lost++) fetched.mockRejectedValueOnce(new TypeError('no network'));
};
