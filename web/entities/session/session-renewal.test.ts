import { expect, it } from 'vitest';
import { ada } from '../../../contract/user.fixture.ts';
import { holdClock, lookAway, pass, read, timesAsked } from '../../shared/api/query-reader.fixture.ts';
import { currentUserQuery } from './session-renewal.ts';

/** SPEC §9: the current-user query. */
const MINUTE = 60_000;

holdClock(ada);

it('who is signed in is asked again after 5 minutes by whoever needs it, not before', async () => {
  await read(currentUserQuery);
  expect(timesAsked()).toBe(1);
  await pass(5 * MINUTE - 1);
  await read(currentUserQuery);
  expect(timesAsked()).toBe(1);
  await pass(1);
  await read(currentUserQuery);
  expect(timesAsked()).toBe(2);
});

it('… not when the window gets the focus, and by the page itself every 30 minutes', async () => {
  await read(currentUserQuery);
  await pass(30 * MINUTE - 1);
  await lookAway();
  expect(timesAsked()).toBe(1);
  await pass(1);
  expect(timesAsked()).toBe(2);
});
