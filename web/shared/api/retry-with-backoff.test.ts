import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-request.ts';
import { BACKOFF_CAP_MS, backoffDelay, retryWithBackoff } from './retry-with-backoff.ts';

const failure = (status: number) => new ApiError(status, status === 0 ? 'NETWORK' : 'HTTP', 'Failed');
let over: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  // The longest of each range, so that a wait is known.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('navigator', { onLine: true });
  over = new AbortController();
});
afterEach(() => {
  over.abort();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const setOnline = (onLine: boolean) => {
  vi.stubGlobal('navigator', { onLine });
  if (onLine) window.dispatchEvent(new Event('online'));
};

describe('retryWithBackoff', () => {
  it('sends once when it succeeds', async () => {
    const send = vi.fn(async () => undefined);
    await retryWithBackoff(send, over.signal);
    await vi.advanceTimersByTimeAsync(10 * BACKOFF_CAP_MS);
    expect(send).toHaveBeenCalledOnce();
  });

  it.each([0, 429, 500, 503])('retries after %s with growing delays', async (status) => {
    const send = vi.fn(async () => {
      if (send.mock.calls.length < 4) throw failure(status);
    });
    const through = retryWithBackoff(send, over.signal);
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(send).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(send).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1 + 4_000);
    expect(send).toHaveBeenCalledTimes(4);
    await through;
  });

  it.each([400, 401, 403, 409, 413, 422])('does not retry after %s', async (status) => {
    const send = vi.fn(async () => {
      throw failure(status);
    });
    await retryWithBackoff(send, over.signal);
    await vi.advanceTimersByTimeAsync(10 * BACKOFF_CAP_MS);
    expect(send).toHaveBeenCalledOnce();
  });

  it('waits while offline and sends as soon as the network returns', async () => {
    setOnline(false);
    const send = vi.fn(async () => undefined);
    const through = retryWithBackoff(send, over.signal);
    await vi.advanceTimersByTimeAsync(10 * BACKOFF_CAP_MS);
    expect(send).not.toHaveBeenCalled();
    setOnline(true);
    await through;
    expect(send).toHaveBeenCalledOnce();
  });

  it('retries when an earlier attempt fails only after the network returned', async () => {
    const before = Promise.withResolvers<undefined>();
    const send = vi.fn(async () => undefined).mockReturnValueOnce(before.promise);
    const through = retryWithBackoff(send, over.signal);
    setOnline(false);
    setOnline(true);
    before.reject(failure(0));
    await vi.advanceTimersByTimeAsync(1_000);
    await through;
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('stops when its signal aborts', async () => {
    const send = vi.fn(async () => {
      throw failure(500);
    });
    const through = retryWithBackoff(send, over.signal);
    await vi.advanceTimersByTimeAsync(0);
    over.abort();
    await through;
    await vi.advanceTimersByTimeAsync(10 * BACKOFF_CAP_MS);
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('the reconnect delay', () => {
  it('doubles the upper bound of the delay from 1 s up to 30 s', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => backoffDelay(attempt, () => 1));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('spreads the delay over the whole range (full jitter)', () => {
    expect(backoffDelay(10, () => 0)).toBe(0);
    expect(backoffDelay(10, () => 0.5)).toBe(BACKOFF_CAP_MS / 2);
  });
});
