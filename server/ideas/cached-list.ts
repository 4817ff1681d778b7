import { createHash } from 'node:crypto';
import { type IdeaFilter, isListed } from '../../contract/idea-lists.ts';
import type { TradeIdea } from '../../contract/ideas.ts';
import { comesBefore } from '../../contract/list-order.ts';
import type { FeedPosition } from '../live/feed-position.ts';

/** The first page of a list as it is sent. */
export type HotPage = { body: Buffer; etag: string; last: TradeIdea | undefined; hasMore: boolean };

type Entry = { idea: TradeIdea; json: string };

/**
 * The beginning of one list, kept current by the feed: its rows, and the bytes of its first page, made once per change.
 * It holds more rows than a page, so that ideas may leave it for a while before it must be read again.
 */
export class HotList {
  readonly #filter: IdeaFilter;
  readonly #pageSize: number;
  readonly #asOf: FeedPosition;
  /** Whether the database holds no rows beyond these. */
  #isWhole: boolean;
  #entries: Entry[];
  #page: HotPage | undefined;

  /** `rows` are the first `capacity` rows of the list, true at `asOf`. */
  constructor(filter: IdeaFilter, pageSize: number, capacity: number, rows: TradeIdea[], asOf: FeedPosition) {
    this.#filter = filter;
    this.#pageSize = pageSize;
    this.#asOf = asOf;
    this.#isWhole = rows.length < capacity;
    this.#entries = rows.map((idea) => ({ idea, json: JSON.stringify(idea) }));
  }

  /** Applies one change of the feed. False when the list no longer knows its own first page and must be read again. */
  apply(position: FeedPosition, before: TradeIdea | null, after: TradeIdea | null): boolean {
    if (position.epoch === this.#asOf.epoch && position.seq <= this.#asOf.seq) return true;
    const id = (after ?? before)?.id;
    const index = this.#entries.findIndex((entry) => entry.idea.id === id);
    const isMember = after !== null && isListed(after, this.#filter);
    if (index === -1 && !isMember) return true;
    this.#page = undefined;
    if (index !== -1) this.#entries.splice(index, 1);
    if (isMember) this.#insert(after);
    return this.#isWhole || this.#entries.length > this.#pageSize;
  }

  get page(): HotPage {
    this.#page ??= this.#makePage();
    return this.#page;
  }

  #insert(idea: TradeIdea): void {
    const place = this.#entries.findIndex((entry) => comesBefore(idea, entry.idea));
    // Beyond the rows held here lie others that are unknown: an idea that sorts after them all is one of those.
    if (place === -1 && !this.#isWhole) return;
    this.#entries.splice(place === -1 ? this.#entries.length : place, 0, {
      idea,
      json: JSON.stringify(idea),
    });
  }

  #makePage(): HotPage {
    const shown = this.#entries.slice(0, this.#pageSize);
    const body = Buffer.from(`[${shown.map((entry) => entry.json).join(',')}]`);
    // Of the bytes, so that every process gives the same list the same tag.
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    return {
      body,
      etag,
      last: shown.at(-1)?.idea,
      hasMore: !this.#isWhole || this.#entries.length > this.#pageSize,
    };
  }
}
