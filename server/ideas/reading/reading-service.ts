import {
  type addReadingState,
  type getReadership,
  MIN_READERS,
  type ReadingState,
} from '../../../contract/ideas/reading.ts';
import { NEWS_DAYS } from '../../../contract/notifications/news.ts';
import type { RouteBody, RouteResponse } from '../../../contract/shared/route.ts';
import type { Db } from '../../database/connection.ts';
import {
  addMarkets,
  lockReader,
  mergeIdeaReads,
  mergeRoomReads,
  selectIdeaReads,
  selectReadership,
  selectReadingState,
  selectRoomReads,
} from './reading-db.ts';

/** The start of the time that news and old read states cover. */
export const getNewsStart = (now: Date): Date => new Date(now.getTime() - NEWS_DAYS * 24 * 60 * 60_000);

/** What a person has seen and read, on any device. */
export const readReadingState = async (db: Db, userId: string, now: Date): Promise<ReadingState> => {
  const [state, ideas, rooms] = await Promise.all([
    selectReadingState(db, userId),
    selectIdeaReads(db, userId, getNewsStart(now)),
    selectRoomReads(db, userId),
  ]);
  return { markets: state?.markets ?? [], ideas, rooms };
};

/** How many customers an idea reached, without saying who: too few are null. */
export const countReaders = async (db: Db, ideaId: string): Promise<RouteResponse<typeof getReadership>> => {
  const { delivered, seen, bookmarked } = await selectReadership(db, ideaId);
  const hide = (count: number) => (count < MIN_READERS ? null : count);
  return { delivered: hide(delivered), seen: hide(seen), bookmarked: hide(bookmarked) };
};

/** Merges what a device has seen and read. The order of calls does not matter. */
export const mergeReadingState = (
  db: Db,
  userId: string,
  { markets, ideas, rooms }: RouteBody<typeof addReadingState>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockReader(tx, userId);
    if (markets.length > 0) await addMarkets(tx, userId, markets, now);
    if (ideas.length > 0) await mergeIdeaReads(tx, userId, ideas, now);
    if (rooms.length > 0) await mergeRoomReads(tx, userId, rooms);
  });
