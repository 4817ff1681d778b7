import { LRUCache } from 'lru-cache';
import { EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import type { IdeaFilter } from '../../contract/ideas/idea-lists.ts';
import { ideaTypes, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { markets } from '../../contract/ideas/markets.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import type { Db } from '../database/connection.ts';
import type { FeedEvent, FeedFollower } from '../live/feed-follower.ts';
import type { FeedPosition } from '../live/feed-position.ts';
import { CachedList, type CachedPage } from './cached-list.ts';
import { selectIdeasWithPosition } from './ideas-db.ts';

/** Rows of a page: of active lists, and of the others. */
export const ACTIVE_PAGE = 500;
export const HISTORY_PAGE = 50;
/** Extra rows per list, so that leaving ideas rarely cause a reload. */
const SPARE_PAGES = 2;
/** Enough for every combination of educator, market, type and state. */
const MAX_LISTS = 300;

/** Page size if the caller gives none. */
export const getPageSize = (filter: IdeaFilter): number =>
  filter.state === 'active' ? ACTIVE_PAGE : HISTORY_PAGE;

const active = { state: 'active' } as const;
const completed = { state: 'completed' } as const;
const commonLists: IdeaFilter[] = [
  ...markets.flatMap((market) => [
    { ...active, market },
    ...ideaTypes.map((ideaType) => ({ ...completed, market, ideaType })),
  ]),
  ...EDUCATOR_IDS.map((educatorId) => ({ educatorId })),
];

const toCacheKey = ({ educatorId, market, ideaType, state }: IdeaFilter) =>
  `${educatorId}|${market}|${ideaType}|${state}`;

/** A change of an idea, parsed once for all lists. */
type IdeaChange = { position: FeedPosition; before: TradeIdea | null; after: TradeIdea | null };

const parseChange = (event: FeedEvent): IdeaChange => {
  const { record, old_record } = JSON.parse(event.payload) as LiveChange['data'];
  return { position: event, before: old_record as TradeIdea | null, after: record as TradeIdea | null };
};

const applyChange = (list: CachedList, { position, before, after }: IdeaChange): boolean =>
  list.apply(position, before, after);

type Loading = { list: Promise<CachedList>; pendingChanges: IdeaChange[] };

/** Cached first pages of lists, loaded once and then updated by the feed. */
export class IdeasSnapshot {
  readonly #db: Db;
  readonly #lists = new LRUCache<string, CachedList>({ max: MAX_LISTS });
  readonly #loading = new Map<string, Loading>();

  constructor(db: Db, feed: FeedFollower) {
    this.#db = db;
    feed.subscribe({ event: (event) => this.#apply(event), reset: () => this.#clear() });
  }

  /**
   * Loads the common lists at startup, so that they are available even if the database becomes unavailable (SPEC
   * §10).
   */
  async preload(): Promise<void> {
    await Promise.all(commonLists.map((filter) => this.read(filter)));
  }

  /** Number of cached lists. */
  get size(): number {
    return this.#lists.size;
  }

  /** The first page of a list; synchronous if cached. */
  read(filter: IdeaFilter): CachedPage | Promise<CachedPage> {
    const key = toCacheKey(filter);
    const known = this.#lists.get(key);
    if (known) return known.page;
    return this.#load(key, filter).then((list) => list.page);
  }

  #load(key: string, filter: IdeaFilter): Promise<CachedList> {
    const already = this.#loading.get(key);
    if (already) return already.list;
    const loading: Loading = { list: this.#readList(filter), pendingChanges: [] };
    this.#loading.set(key, loading);
    loading.list = loading.list
      .then((list) => {
        // Changes that arrived during the load; those already included are skipped by their number.
        const isCurrent = loading.pendingChanges.every((change) => applyChange(list, change));
        if (isCurrent && this.#loading.get(key) === loading) this.#lists.set(key, list);
        return list;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
      });
    return loading.list;
  }

  async #readList(filter: IdeaFilter): Promise<CachedList> {
    const pageSize = getPageSize(filter);
    const capacity = pageSize * (1 + SPARE_PAGES);
    const { position, rows } = await this.#db.transaction(
      (tx) => selectIdeasWithPosition(tx, filter, capacity),
      {
        // One snapshot for both reads: the rows match the feed position exactly.
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      },
    );
    return new CachedList(filter, pageSize, capacity, rows, position);
  }

  #apply(event: FeedEvent): void {
    if (event.kind !== 'trade_ideas_changes') return;
    const change = parseChange(event);
    for (const loading of this.#loading.values()) loading.pendingChanges.push(change);
    for (const [key, list] of this.#lists.entries()) if (!applyChange(list, change)) this.#lists.delete(key);
  }

  #clear(): void {
    this.#lists.clear();
    // Loads in progress belong to the old history: their callers get the result, but it is not cached.
    this.#loading.clear();
  }
}
