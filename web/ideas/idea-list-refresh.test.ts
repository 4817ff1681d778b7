import { focusManager } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { watchWindowFocus } from '../shared/api/query-client.ts';
import {
  advance,
  blurAndRefocus,
  countRequests,
  observe,
  setUpFakeClock,
} from '../shared/api/query-reader.fixture.ts';
import { activeIdeasQuery, ownIdeasQuery } from './idea-lists.ts';

/** SPEC §9: how often the lists of ideas are asked for, by the real query client. */
setUpFakeClock();

describe.each([
  ["a customer's list", activeIdeasQuery('Forex'), 5_000],
  ["an educator's own list", ownIdeasQuery('3'), 1_000],
])('%s', (_name, query, interval) => {
  it(`refetches the list every ${interval} ms (§4.17, §4.18, §9.9, §9.10)`, async () => {
    await observe(query);
    expect(countRequests()).toBe(1);
    await advance(interval - 1);
    expect(countRequests()).toBe(1);
    await advance(1);
    expect(countRequests()).toBe(2);
    await advance(10 * interval);
    expect(countRequests()).toBe(12);
  });

  it('treats the list as always stale: a new observer refetches it (§4.18)', async () => {
    await observe(query);
    await advance(1);
    await observe(query);
    expect(countRequests()).toBe(2);
  });

  it('refetches the list once when the window of a visible page gets the focus (§4.17)', async () => {
    vi.stubGlobal('window', new EventTarget());
    focusManager.setEventListener(watchWindowFocus);
    await observe(query);
    for (const event of ['visibilitychange', 'focus']) window.dispatchEvent(new Event(event));
    await advance(0);
    expect(countRequests()).toBe(2);
    vi.setSystemTime(Date.now() + 60_000);
    window.dispatchEvent(new Event('focus'));
    await advance(0);
    expect(countRequests()).toBe(3);
  });

  it('refetches the list on window focus and does not poll while the page is hidden (DESIGN §14) (§4.19)', async () => {
    await observe(query);
    await blurAndRefocus(100 * interval);
    expect(countRequests()).toBe(2);
  });
});
