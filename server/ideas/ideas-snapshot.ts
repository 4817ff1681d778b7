import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import { comesBefore, type IdeaFilter, isListed } from '../../contract/ideas/idea-lists.ts';
import { ideaTypes, type TradeIdea, toReportedIdea } from '../../contract/ideas/ideas.ts';
import { markets } from '../../contract/ideas/markets.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import type { Db } from '../database/connection.ts';
import type { FeedEvent, FeedFollower } from '../live/feed-follower.ts';
import type { FeedPosition } from '../live/feed-service.ts';
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

/** The first page of a list as sent to clients. */
export type CachedPage = { body: Buffer; etag: string; last: TradeIdea | undefined; hasMore: boolean };

type Entry = { idea: TradeIdea; json: string };

const toEntry = (idea: TradeIdea): Entry => ({ idea, json: JSON.stringify(toReportedIdea(idea)) });

/**
 * The start of one list, updated by feed events: its rows, and its first page serialised once per change. It has more
 * rows than one page, so ideas can leave it without a new database query.
 */
class CachedList {
  readonly #filter: IdeaFilter;
  readonly #pageSize: number;
  readonly #asOf: FeedPosition;
  /** Whether these are all rows of the list. */
  #isWhole: boolean;
  #entries: Entry[];
  #page: CachedPage | undefined;

  /** `rows` are the first `capacity` rows of the list at position `asOf`. */
  constructor(filter: IdeaFilter, pageSize: number, capacity: number, rows: TradeIdea[], asOf: FeedPosition) {
    this.#filter = filter;
    this.#pageSize = pageSize;
    this.#asOf = asOf;
    this.#isWhole = rows.length < capacity;
    this.#entries = rows.map(toEntry);
  }

  /** Applies one change. Returns false if rows of the first page are missing and the list must be reloaded. */
  apply({ position, before, after }: IdeaChange): boolean {
    if (position.epoch === this.#asOf.epoch && position.seq <= this.#asOf.seq) return true;
    const wasMember = before !== null && isListed(before, this.#filter);
    const index = wasMember ? this.#entries.findIndex((entry) => entry.idea.id === before.id) : -1;
    const isMember = after !== null && isListed(after, this.#filter);
    if (index === -1 && !isMember) return true;
    this.#page = undefined;
    if (index !== -1) this.#entries.splice(index, 1);
    if (isMember) this.#insert(after);
    return this.#isWhole || this.#entries.length > this.#pageSize;
  }

  get page(): CachedPage {
    this.#page ??= this.#makePage();
    return this.#page;
  }

  #insert(idea: TradeIdea): void {
    const index = this.#entries.findIndex((entry) => comesBefore(idea, entry.idea));
    // Later rows are unknown, so an idea that sorts after all cached ones is not inserted.
    if (index === -1 && !this.#isWhole) return;
    this.#entries.splice(index === -1 ? this.#entries.length : index, 0, toEntry(idea));
  }

  #makePage(): CachedPage {
    const pageEntries = this.#entries.slice(0, this.#pageSize);
    const body = Buffer.from(`[${pageEntries.map((entry) => entry.json).join(',')}]`);
    // Hash of the bytes, so that all processes use the same ETag for the same list.
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    return {
      body,
      etag,
      last: pageEntries.at(-1)?.idea,
      hasMore: !this.#isWhole || this.#entries.length > this.#pageSize,
    };
  }
}

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
        const isCurrent = loading.pendingChanges.every((change) => list.apply(change));
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
    for (const [key, list] of this.#lists.entries()) if (!list.apply(change)) this.#lists.delete(key);
  }

  #clear(): void {
    this.#lists.clear();
    // Loads in progress belong to the old history: their callers get the result, but it is not cached.
    this.#loading.clear();
  }
}
