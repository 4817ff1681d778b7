import { LRUCache } from 'lru-cache';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import type { IdeaFilter } from '../../contract/idea-lists.ts';
import { ideaTypes, type TradeIdea } from '../../contract/ideas.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import { markets } from '../../contract/markets.ts';
import type { Db } from '../database/connection.ts';
import type { FeedEvent, FeedFollower } from '../live/feed-follower.ts';
import type { FeedPosition } from '../live/feed-position.ts';
import { HotList, type HotPage } from './cached-list.ts';
import { wireIdea } from './idea-row.ts';
import { selectIdeasAsOf } from './ideas-db.ts';

/** Active lists are read whole; the others page by page. */
export const ACTIVE_PAGE = 500;
export const PAGE = 50;
/** How many rows a list holds beyond its page, so that leavers do not make it read the database each time. */
const SPARE_PAGES = 2;
/** Filters are few (educators × markets × types × states); this many lists hold them all. */
const LISTS = 300;

/** The size of a first page when the caller names none. */
export const pageSizeOf = (filter: IdeaFilter): number => (filter.state === 'active' ? ACTIVE_PAGE : PAGE);

const active = { state: 'active' } as const;
const completed = { state: 'completed' } as const;
const everydayLists: IdeaFilter[] = [
  ...markets.flatMap((market) => [
    { ...active, market },
    ...ideaTypes.map((ideaType) => ({ ...completed, market, ideaType })),
  ]),
  ...EDUCATOR_IDS.map((educatorId) => ({ educatorId })),
];

const keyOf = ({ educatorId, market, ideaType, state }: IdeaFilter) =>
  [educatorId, market, ideaType, state].join('|');

/** A change of an idea, read once for all lists. */
type IdeaChange = { position: FeedPosition; before: TradeIdea | null; after: TradeIdea | null };

const changeOf = (event: FeedEvent): IdeaChange => {
  const { record, old_record } = JSON.parse(event.payload) as LiveChange['data'];
  return { position: event, before: old_record as TradeIdea | null, after: record as TradeIdea | null };
};

const applyTo = (list: HotList, { position, before, after }: IdeaChange): boolean =>
  list.apply(position, before, after);

type Loading = { list: Promise<HotList>; missed: IdeaChange[] };

/** First pages of lists as this process serves them: read once from the database, then kept current by the feed. */
export class IdeasSnapshot {
  readonly #db: Db;
  readonly #lists = new LRUCache<string, HotList>({ max: LISTS });
  readonly #loading = new Map<string, Loading>();

  constructor(db: Db, feed: FeedFollower) {
    this.#db = db;
    feed.subscribe({ event: (event) => this.#apply(event), reset: () => this.#clear() });
  }

  /**
   * Reads the lists people open, so that they are answered from the first moment on and go on being answered while the
   * database is away (DESIGN §15).
   */
  async warm(): Promise<void> {
    await Promise.all(everydayLists.map((filter) => this.read(filter)));
  }

  /** How many lists are answered without asking the database. */
  get size(): number {
    return this.#lists.size;
  }

  /** The first page of a list: at once where it is known, else after reading it. */
  read(filter: IdeaFilter): HotPage | Promise<HotPage> {
    const key = keyOf(filter);
    const known = this.#lists.get(key);
    if (known) return known.page;
    return this.#load(key, filter).then((list) => list.page);
  }

  #load(key: string, filter: IdeaFilter): Promise<HotList> {
    const already = this.#loading.get(key);
    if (already) return already.list;
    const loading: Loading = { list: this.#readList(filter), missed: [] };
    this.#loading.set(key, loading);
    loading.list = loading.list
      .then((list) => {
        // Changes that came while it was read; those it already held are told by their number.
        const isCurrent = loading.missed.every((change) => applyTo(list, change));
        if (isCurrent && this.#loading.get(key) === loading) this.#lists.set(key, list);
        return list;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
      });
    return loading.list;
  }

  async #readList(filter: IdeaFilter): Promise<HotList> {
    const pageSize = pageSizeOf(filter);
    const capacity = pageSize * (1 + SPARE_PAGES);
    const { position, rows } = await this.#db.transaction((tx) => selectIdeasAsOf(tx, filter, capacity), {
      // One view for both reads: the rows are exactly those of that place in the feed.
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    return new HotList(filter, pageSize, capacity, rows.map(wireIdea), position);
  }

  #apply(event: FeedEvent): void {
    if (event.kind !== 'trade_ideas_changes') return;
    const change = changeOf(event);
    for (const loading of this.#loading.values()) loading.missed.push(change);
    for (const [key, list] of this.#lists.entries()) if (!applyTo(list, change)) this.#lists.delete(key);
  }

  #clear(): void {
    this.#lists.clear();
    // What is being read belongs to the history that ended: its readers get it, nobody after them.
    this.#loading.clear();
  }
}
