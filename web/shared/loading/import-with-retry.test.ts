import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importUntilLoaded, importWithRetry } from './import-with-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
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

describe('importWithRetry', () => {
  it('imports once when the import succeeds', async () => {
    const load = failing(0);
    expect(await importWithRetry(load)).toBe('part');
    expect(load).toHaveBeenCalledOnce();
  });

  it('retries once and then throws the error', async () => {
    const load = failing(2);
    const told = expect(importWithRetry(load)).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(60_000);
    await told;
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('waits for the network and retries while it recovers', async () => {
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

  it('gives up when the import keeps failing after the network returned', async () => {
    setOnline(false);
    const load = failing(Number.POSITIVE_INFINITY);
    const told = expect(importWithRetry(load)).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(0);
    setOnline(true);
    await vi.advanceTimersByTimeAsync(60_000);
    await told;
    expect(load).toHaveBeenCalledTimes(7);
  });

  it('gives up when its signal aborts while there is no network', async () => {
    setOnline(false);
    const load = failing(1);
    const controller = new AbortController();
    const told = expect(importWithRetry(load, controller.signal)).rejects.toThrow('too long');
    await vi.advanceTimersByTimeAsync(60_000);
    controller.abort(new Error('too long'));
    await told;
    expect(load).toHaveBeenCalledOnce();
  });
});

describe('importUntilLoaded', () => {
  it('imports until the import succeeds and reports the first failure only', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const load = failing(9);
    const onFailure = vi.fn();
    const part = importUntilLoaded(load, onFailure);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onFailure).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await part).toBe('part');
    expect(load).toHaveBeenCalledTimes(10);
    expect(onFailure).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });
});
