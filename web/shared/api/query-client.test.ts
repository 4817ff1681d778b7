import { describe, expect, it } from 'vitest';
import { invalidatePrefix, queryClient, refetchOutdated } from './query-client.ts';
import {
  advance,
  blurAndRefocus,
  countRequests,
  failRequests,
  observe,
  setUpFakeClock,
} from './query-reader.fixture.ts';

/** SPEC §9's query cache: each number here is the specification's own. */
const MINUTE = 60_000;
const query = { queryKey: ['/api/chat/rooms'] };
const cached = () => queryClient.getQueryState(query.queryKey);

setUpFakeClock();

describe('a successful query', () => {
  it('does not refetch a successful query for a new observer within 2 minutes (§9.12)', async () => {
    await observe(query);
    expect(countRequests()).toBe(1);
    await advance(2 * MINUTE - 1);
    await observe(query);
    expect(countRequests()).toBe(1);
    await advance(1);
    await observe(query);
    expect(countRequests()).toBe(2);
  });

  it('keeps a successful query for 5 minutes after its last observer (§9.12)', async () => {
    const leave = await observe(query);
    leave();
    await advance(5 * MINUTE - 1);
    expect(cached()?.data).toEqual([]);
    await advance(1);
    expect(cached()).toBeUndefined();
  });

  it('refetches a successful query neither by an interval nor on window focus (§9.12)', async () => {
    await observe(query);
    await advance(30 * MINUTE);
    await blurAndRefocus();
    expect(countRequests()).toBe(1);
  });
});

describe('a failed query', () => {
  it('retries a failed query once after a second (§9.12)', async () => {
    failRequests(9);
    await observe(query);
    expect(countRequests()).toBe(1);
    await advance(999);
    expect(countRequests()).toBe(1);
    await advance(1);
    expect(countRequests()).toBe(2);
    expect(cached()?.status).toBe('error');
    await advance(10 * MINUTE);
    expect(countRequests()).toBe(2);
  });

  it('succeeds when the retry succeeds', async () => {
    failRequests(1);
    await observe(query);
    await advance(1_000);
    expect(cached()?.data).toEqual([]);
  });
});

describe('refetchOutdated', () => {
  it('refetches a stale query on screen, and no fresh one', async () => {
    const leave = await observe(query);
    await refetchOutdated('/api/trade-ideas');
    expect(countRequests()).toBe(1);
    // The library looks a millisecond later.
    await advance(2 * MINUTE + 1);
    await refetchOutdated('/api/chat/rooms');
    expect(countRequests()).toBe(1);
    await refetchOutdated('/api/trade-ideas');
    expect(countRequests()).toBe(2);
    leave();
    await advance(2 * MINUTE + 1);
    await refetchOutdated('/api/trade-ideas');
    expect(countRequests()).toBe(2);
  });

  it('refetches a query that failed, however recent its data', async () => {
    await observe(query);
    failRequests(2);
    void queryClient.refetchQueries(query);
    await advance(1_000);
    expect(cached()?.status).toBe('error');
    await refetchOutdated('/api/trade-ideas');
    expect(cached()?.status).toBe('success');
  });
});

describe('a change', () => {
  it('refetches once what was loaded before, and nothing else', async () => {
    await observe(query);
    await observe({ queryKey: ['/api/videos'] });
    await invalidatePrefix('/api/chat');
    expect(countRequests()).toBe(3);
  });
});
