import { expect, it } from 'vitest';
import { ada } from '../../../contract/account/user.fixture.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import {
  advance,
  blurAndRefocus,
  countRequests,
  observe,
  setUpFakeClock,
} from '../../shared/api/query-reader.fixture.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { currentUserQuery } from './session-renewal.ts';

/** SPEC §9: the current-user query. */
const MINUTE = 60_000;

setUpFakeClock(ada);

it('refetches the current user for a new observer after 5 minutes, not before (§9.13)', async () => {
  await observe(currentUserQuery);
  expect(countRequests()).toBe(1);
  await advance(5 * MINUTE - 1);
  await observe(currentUserQuery);
  expect(countRequests()).toBe(1);
  await advance(1);
  await observe(currentUserQuery);
  expect(countRequests()).toBe(2);
});

it('stores each answer of the server, and nothing else', async () => {
  await observe(currentUserQuery);
  expect(readStored(storageKeys.currentUser)).toEqual(ada);
  // Another tab was told something else.
  const unfinished = { ...ada, mustAddSecondFactor: true };
  writeStored(storageKeys.currentUser, unfinished);
  await observe(currentUserQuery);
  expect(readStored(storageKeys.currentUser)).toEqual(unfinished);
  await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  expect(readStored(storageKeys.currentUser)).toEqual(ada);
});

it('refetches the current user every 30 minutes and not on window focus (§9.13)', async () => {
  await observe(currentUserQuery);
  await advance(30 * MINUTE - 1);
  await blurAndRefocus();
  expect(countRequests()).toBe(1);
  await advance(1);
  expect(countRequests()).toBe(2);
});
