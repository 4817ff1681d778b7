import { expect, it } from 'vitest';
import { ada } from '../../../contract/user.fixture.ts';
import {
  advance,
  blurAndRefocus,
  countRequests,
  observe,
  setUpFakeClock,
} from '../../shared/api/query-reader.fixture.ts';
import { currentUserQuery } from './session-renewal.ts';

/** SPEC §9: the current-user query. */
const MINUTE = 60_000;

setUpFakeClock(ada);

it('who is signed in is asked again after 5 minutes by whoever needs it, not before', async () => {
  await observe(currentUserQuery);
  expect(countRequests()).toBe(1);
  await advance(5 * MINUTE - 1);
  await observe(currentUserQuery);
  expect(countRequests()).toBe(1);
  await advance(1);
  await observe(currentUserQuery);
  expect(countRequests()).toBe(2);
});

it('… not when the window gets the focus, and by the page itself every 30 minutes', async () => {
  await observe(currentUserQuery);
  await advance(30 * MINUTE - 1);
  await blurAndRefocus();
  expect(countRequests()).toBe(1);
  await advance(1);
  expect(countRequests()).toBe(2);
});
