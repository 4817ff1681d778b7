import { describe, expect, it } from 'vitest';
import { holdClock, lookAway, pass, read, timesAsked } from '../../shared/api/query-reader.fixture.ts';
import { activeIdeasQuery, ownIdeasQuery } from './use-ideas.ts';

/** SPEC §9: how often the lists of ideas are asked for, by the real query client. */
holdClock();

describe.each([
  ["a customer's list", activeIdeasQuery('Forex'), 5_000],
  ["an educator's own list", ownIdeasQuery('3'), 1_000],
])('%s', (_name, query, interval) => {
  it(`is asked for every ${interval} ms`, async () => {
    await read(query);
    expect(timesAsked()).toBe(1);
    await pass(interval - 1);
    expect(timesAsked()).toBe(1);
    await pass(1);
    expect(timesAsked()).toBe(2);
    await pass(10 * interval);
    expect(timesAsked()).toBe(12);
  });

  it('is never fresh: who comes asks again', async () => {
    await read(query);
    await pass(1);
    await read(query);
    expect(timesAsked()).toBe(2);
  });

  it('is asked for when the window gets the focus, and rests as long as nobody sees it (DESIGN §14)', async () => {
    await read(query);
    await lookAway(100 * interval);
    expect(timesAsked()).toBe(2);
  });
});
