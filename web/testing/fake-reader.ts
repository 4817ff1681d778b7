import { followEducator, listFollows, unfollowEducator } from '../../contract/educators/follows.ts';
import { type Bookmark, listBookmarks, putBookmark } from '../../contract/ideas/bookmarks.ts';
import { comesBefore } from '../../contract/ideas/idea-lists.ts';
import { getReportedMarket } from '../../contract/ideas/ideas.ts';
import type { Market } from '../../contract/ideas/markets.ts';
import {
  addReadingState,
  getReadingState,
  type IdeaRead,
  type RoomRead,
} from '../../contract/ideas/reading.ts';
import { type FakeApi, Refusal } from './fake-api.ts';
import type { FakeIdeas } from './fake-ideas.ts';

type Entry = Pick<Bookmark, 'is_bookmarked' | 'note' | 'alerts' | 'updated_at'>;

/** What a fake server keeps for one reader: bookmarks, followed educators, and what was seen and read on any device. */
export class FakeReader {
  readonly bookmarks = new Map<string, Entry>();
  readonly follows = new Set<string>();
  readonly markets = new Set<Market>();
  readonly ideas = new Map<string, IdeaRead>();
  readonly rooms = new Map<string, RoomRead>();
  readonly #known: FakeIdeas;

  constructor(api: FakeApi, known: FakeIdeas) {
    this.#known = known;
    this.#keepBookmarks(api);
    this.#keepFollows(api);
    api.on(getReadingState, () => ({
      markets: [...this.markets],
      ideas: [...this.ideas.values()],
      rooms: [...this.rooms.values()],
    }));
    api.on(addReadingState, ({ body }) => {
      for (const market of body.markets) this.markets.add(market);
      // The server lists those of one call by id.
      for (const read of body.ideas.toSorted((a, b) => (a.id < b.id ? -1 : 1))) this.#addIdea(read);
      for (const read of body.rooms) {
        const before = this.rooms.get(read.room_id);
        if (!before || comesBefore(read, before)) this.rooms.set(read.room_id, read);
      }
      return { success: true as const };
    });
  }

  /** Bookmarks an idea or writes a note on it, as on another device. */
  keep(ideaId: string, changes: Partial<Entry>): void {
    const before = this.bookmarks.get(ideaId);
    const entry = {
      is_bookmarked: false,
      alerts: [],
      note: '',
      ...before,
      updated_at: new Date().toISOString(),
      ...changes,
    };
    this.bookmarks.delete(ideaId);
    if (entry.is_bookmarked || entry.note || entry.alerts.length > 0) this.bookmarks.set(ideaId, entry);
  }

  #keepBookmarks(api: FakeApi): void {
    api.on(listBookmarks, () =>
      // The latest was added last.
      [...this.bookmarks]
        .reverse()
        .map(([idea_id, entry]) => ({ idea_id, ...entry, idea: this.#describe(idea_id) })),
    );
    api.on(putBookmark, ({ params: { id }, body }) => {
      const isRemoval = !body.is_bookmarked && !body.note && !body.alerts?.length;
      if (!isRemoval && !this.bookmarks.has(id) && !this.#known.rows.has(id)) throw new Refusal('NOT_FOUND');
      this.keep(id, body as Partial<Entry>);
      return { success: true as const };
    });
  }

  #keepFollows(api: FakeApi): void {
    const list = () => ({ educator_ids: [...this.follows].sort() });
    api.on(listFollows, list);
    api.on(followEducator, ({ params }) => {
      this.follows.add(params.educatorId);
      return list();
    });
    api.on(unfollowEducator, ({ params }) => {
      this.follows.delete(params.educatorId);
      return list();
    });
  }

  #addIdea({ id, viewed, read }: IdeaRead): void {
    const before = this.ideas.get(id);
    const isNewer = (read?.version ?? 0) > (before?.read?.version ?? 0);
    this.ideas.set(id, {
      id,
      viewed: viewed || (before?.viewed ?? false),
      read: isNewer ? read : (before?.read ?? null),
    });
  }

  #describe(id: string): Bookmark['idea'] {
    const idea = this.#known.rows.get(id);
    if (!idea) return null;
    const { pair, educator_name, order_type, status } = idea;
    return { id, pair, educator_name, market_type: getReportedMarket(idea), order_type, status };
  }
}
