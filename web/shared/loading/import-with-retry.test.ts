import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importWithRetry } from './import-with-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const setOnline = (onLine: boolean) => {
  vi.stubGlobal('navigator', { onLine });
  if (onLine) window.dispatchEvent(new Event('online'));
};
/** Fails so often, then brings a part. */
const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch');
    return 'part';
  });
  return load;
};

describe('a part of the app', () => {
  it('is loaded once where that works', async () => {
    const load = failing(0);
    expect(await importWithRetry(load)).toBe('part');
    expect(load).toHaveBeenCalledOnce();
  });

  it('is tried once more where it failed, and then the failure is told', async () => {
    const load = failing(2);
    const told = expect(importWithRetry(load)).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(60_000);
    await told;
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('waits for the network, and bears with it while it comes back', async () => {
    setOnline(false);
    const load = failing(6);
    const part = importWithRetry(load);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledOnce();
    setOnline(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await part).toBe('part');
    expect(load).toHaveBeenCalledTimes(7);
  });

  it('is given up where the network is back and it still cannot be had', async () => {
    setOnline(false);
    const load = failing(Number.POSITIVE_INFINITY);
    const told = expect(importWithRetry(load)).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(0);
    setOnline(true);
    await vi.advanceTimersByTimeAsync(60_000);
    await told;
    expect(load).toHaveBeenCalledTimes(7);
  });
});
