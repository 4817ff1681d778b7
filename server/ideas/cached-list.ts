import { createHash } from 'node:crypto';
import { type IdeaFilter, isListed } from '../../contract/ideas/idea-lists.ts';
import { type TradeIdea, toReportedIdea } from '../../contract/ideas/ideas.ts';
import { comesBefore } from '../../contract/ideas/list-order.ts';
import type { FeedPosition } from '../live/feed-position.ts';

/** The first page of a list as sent to clients. */
export type CachedPage = { body: Buffer; etag: string; last: TradeIdea | undefined; hasMore: boolean };

type Entry = { idea: TradeIdea; json: string };

const toEntry = (idea: TradeIdea): Entry => ({ idea, json: JSON.stringify(toReportedIdea(idea)) });

/**
 * The start of one list, updated by feed events: its rows, and its first page serialised once per change. It has more
 * rows than one page, so ideas can leave it without a new database query.
 */
export class CachedList {
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
  apply(position: FeedPosition, before: TradeIdea | null, after: TradeIdea | null): boolean {
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
