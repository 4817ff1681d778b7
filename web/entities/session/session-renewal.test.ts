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

it('refetches the current user for a new observer after 5 minutes, not before', async () => {
  await observe(currentUserQuery);
  expect(countRequests()).toBe(1);
  await advance(5 * MINUTE - 1);
  await observe(currentUserQuery);
  expect(countRequests()).toBe(1);
  await advance(1);
  await observe(currentUserQuery);
  expect(countRequests()).toBe(2);
});

it('refetches the current user every 30 minutes and not on window focus', async () => {
  await observe(currentUserQuery);
  await advance(30 * MINUTE - 1);
  await blurAndRefocus();
  expect(countRequests()).toBe(1);
  await advance(1);
  expect(countRequests()).toBe(2);
});
