import type { User } from '../../../contract/account/auth.ts';
import {
  type addReadingState,
  type getReadership,
  MIN_READERS,
  type ReadingState,
} from '../../../contract/ideas/reading.ts';
import { NEWS_DAYS } from '../../../contract/notifications/news.ts';
import type { RouteBody, RouteResponse } from '../../../contract/shared/route.ts';
import type { Db } from '../../database/connection.ts';
import type { Clock } from '../../shared/clock.ts';
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
export class ReadingService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async get({ id }: Pick<User, 'id'>): Promise<ReadingState> {
    const [state, ideas, rooms] = await Promise.all([
      selectReadingState(this.#db, id),
      selectIdeaReads(this.#db, id, getNewsStart(this.#clock())),
      selectRoomReads(this.#db, id),
    ]);
    return { markets: state?.markets ?? [], ideas, rooms };
  }

  /** How many customers an idea reached, without saying who: too few are null. */
  async countReaders(ideaId: string): Promise<RouteResponse<typeof getReadership>> {
    const { delivered, seen, bookmarked } = await selectReadership(this.#db, ideaId);
    const hide = (count: number) => (count < MIN_READERS ? null : count);
    return { delivered: hide(delivered), seen: hide(seen), bookmarked: hide(bookmarked) };
  }

  /** Merges what a device has seen and read. The order of calls does not matter. */
  async add(
    { id }: Pick<User, 'id'>,
    { markets, ideas, rooms }: RouteBody<typeof addReadingState>,
  ): Promise<void> {
    const now = this.#clock();
    await this.#db.transaction(async (tx) => {
      await lockReader(tx, id);
      if (markets.length > 0) await addMarkets(tx, id, markets, now);
      if (ideas.length > 0) await mergeIdeaReads(tx, id, ideas, now);
      if (rooms.length > 0) await mergeRoomReads(tx, id, rooms);
    });
  }
}
