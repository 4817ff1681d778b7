import { describe, expect, it } from 'vitest';
import { queryClient } from './query-client.ts';
import { holdClock, lookAway, loseNetwork, pass, read, timesAsked } from './query-reader.fixture.ts';

/** SPEC §9's query cache: each number here is the specification's own. */
const MINUTE = 60_000;
const query = { queryKey: ['/api/chat/rooms'] };
const cached = () => queryClient.getQueryState(query.queryKey);

holdClock();

describe('what was answered', () => {
  it('is fresh for 2 minutes: who comes until then does not ask again', async () => {
    await read(query);
    expect(timesAsked()).toBe(1);
    await pass(2 * MINUTE - 1);
    await read(query);
    expect(timesAsked()).toBe(1);
    await pass(1);
    await read(query);
    expect(timesAsked()).toBe(2);
  });

  it('is kept for 5 minutes after its last reader has left', async () => {
    const leave = await read(query);
    leave();
    await pass(5 * MINUTE - 1);
    expect(cached()?.data).toEqual([]);
    await pass(1);
    expect(cached()).toBeUndefined();
  });

  it('is asked for again neither by time nor by a window that gets the focus', async () => {
    await read(query);
    await pass(30 * MINUTE);
    await lookAway();
    expect(timesAsked()).toBe(1);
  });
});

describe('what failed', () => {
  it('is tried once more, a second later, and then given up', async () => {
    loseNetwork(9);
    await read(query);
    expect(timesAsked()).toBe(1);
    await pass(999);
    expect(timesAsked()).toBe(1);
    await pass(1);
    expect(timesAsked()).toBe(2);
    expect(cached()?.status).toBe('error');
    await pass(10 * MINUTE);
    expect(timesAsked()).toBe(2);
  });

  it('is there after all when the second try is answered', async () => {
    loseNetwork(1);
    await read(query);
    await pass(1_000);
    expect(cached()?.data).toEqual([]);
  });
});
