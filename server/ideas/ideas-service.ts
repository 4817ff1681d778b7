import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/auth.ts';
import { DEFAULT_EDUCATOR_NAME, HIDDEN_EDUCATOR_ID } from '../../contract/educators.ts';
import type { IdeaFilter } from '../../contract/idea-lists.ts';
import type { IdeaRevision } from '../../contract/idea-revisions.ts';
import type { IdeaChanges, NewIdea } from '../../contract/idea-writing.ts';
import type { IdeaStatus, TradeIdea } from '../../contract/ideas.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Connection, Db, Transaction } from '../database/connection.ts';
import { type Attempt, getStoredResponse, hashBody, storeResponse } from '../idempotency-keys.ts';
import type { KeysetCursor } from '../keyset-cursor.ts';
import type { FeedFollower } from '../live/feed-follower.ts';
import type { FeedPosition } from '../live/feed-position.ts';
import { type Audience, appendToFeed, type FeedEntry } from '../live/feed-service.ts';
import { assertOwnMedia, type HeldMedia } from '../media/media-service.ts';
import type { IdeaNotifier } from './idea-notifier.ts';
import { assertResultFits, withResult } from './idea-result.ts';
import { newRevision, wireRevision } from './idea-revision.ts';
import { changedColumns, type IdeaRow, wireIdea } from './idea-row.ts';
import {
  deleteIdeaRow,
  selectIdea,
  selectIdeaForUpdate,
  selectIdeas,
  selectRevisions,
  updateIdeaRow,
} from './ideas-db.ts';
import { insertPublished } from './publish-db.ts';

/** Educator 9's ideas are test data: a customer never learns of them, by any way (DESIGN §15). */
export const maySee = (viewer: Pick<User, 'role'>, educatorId: string): boolean =>
  viewer.role === 'educator' || educatorId !== HIDDEN_EDUCATOR_ID;

const audienceOf = (idea: TradeIdea): Audience =>
  idea.educator_id === HIDDEN_EDUCATOR_ID ? 'educators' : 'everyone';

/** What of an account an idea carries. */
export type IdeaAuthor = Pick<User, 'id' | 'educatorId' | 'fullName'>;

type IdeaMedia = Pick<IdeaRow, 'imageUrls' | 'audioUrl' | 'videoUrl'>;

/** The media an idea did not hold before, by field. What it held was its author's then. */
const newMediaOf = (row: IdeaMedia, before?: IdeaMedia): HeldMedia => {
  const isNew = (url: string | null): url is string =>
    url !== null && ![...(before?.imageUrls ?? []), before?.audioUrl, before?.videoUrl].includes(url);
  return {
    image_urls: row.imageUrls.filter(isNew),
    audio_url: [row.audioUrl].filter(isNew),
    video_url: [row.videoUrl].filter(isNew),
  };
};

/** Whether an idea holds media that somebody must have uploaded. */
const holdsMedia = (row: IdeaMedia) => Object.values(newMediaOf(row)).some((urls) => urls.length > 0);

type Written<T> = { result: T; position: FeedPosition | null };

/** Publishing, changing and deleting ideas: each one transaction of row, revision and feed, publishing one statement (docs/architecture.md). */
export class IdeasService {
  readonly #db: Db;
  readonly #feed: Pick<FeedFollower, 'reached'>;
  readonly #clock: Clock;
  readonly #news: IdeaNotifier;

  constructor(db: Db, feed: Pick<FeedFollower, 'reached'>, clock: Clock, news: IdeaNotifier) {
    this.#db = db;
    this.#feed = feed;
    this.#clock = clock;
    this.#news = news;
  }

  /** One page of a list from the database. The first pages people read come from the snapshot instead. */
  async list(filter: IdeaFilter, limit: number, cursor?: KeysetCursor): Promise<TradeIdea[]> {
    return (await selectIdeas(this.#db, filter, limit, cursor)).map(wireIdea);
  }

  /** One idea. Throws NOT_FOUND, also for what this viewer may not see. */
  async get(viewer: User, id: string): Promise<TradeIdea> {
    const row = await selectIdea(this.#db, id);
    if (!row || !maySee(viewer, row.educatorId)) throw new AppError('NOT_FOUND');
    return wireIdea(row);
  }

  /** One idea, for the server's own work; undefined when there is none. */
  async find(id: string): Promise<TradeIdea | undefined> {
    const row = await selectIdea(this.#db, id);
    return row && wireIdea(row);
  }

  /** Throws NOT_FOUND and FORBIDDEN unless the idea is this educator's own. */
  async assertOwn(author: IdeaAuthor, id: string): Promise<void> {
    const row = await selectIdea(this.#db, id);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.educatorId !== author.educatorId) throw new AppError('FORBIDDEN');
  }

  /** Everything that ever changed on an idea, oldest first; of a deleted one too. Throws NOT_FOUND. */
  async revisions(viewer: User, id: string): Promise<IdeaRevision[]> {
    const rows = await selectRevisions(this.#db, id);
    const [first] = rows;
    if (!first || !maySee(viewer, first.educatorId)) throw new AppError('NOT_FOUND');
    return rows.map(wireRevision);
  }

  /**
   * Publishes an idea. With a key, the same body again answers the first idea and makes no second one; another body
   * under the same key throws IDEMPOTENCY_KEY_REUSED.
   */
  async create(author: User, input: NewIdea, idempotencyKey?: string): Promise<TradeIdea> {
    const attempt =
      idempotencyKey === undefined
        ? undefined
        : { userId: author.id, key: idempotencyKey, bodyHash: hashBody(input) };
    const row = newIdeaRow(author, input, 'active', this.#clock());
    const written = await (holdsMedia(row)
      ? this.#db.transaction((tx) => this.#createWithMedia(tx, author, row, attempt))
      : this.#publish(this.#db, author, row, attempt));
    if (written) return this.#shown(written);
    if (!attempt) throw new Error('Only a key can be taken');
    return getStoredResponse<TradeIdea>(this.#db, attempt);
  }

  /** Its media stay locked until the idea that holds them is written: that takes more than one statement. */
  async #createWithMedia(
    tx: Transaction,
    author: User,
    row: IdeaRow,
    attempt?: Attempt,
  ): Promise<Written<TradeIdea> | null> {
    if (attempt && !(await storeResponse(tx, attempt, wireIdea(row), row.createdAt))) return null;
    await assertOwnMedia(tx, author.id, newMediaOf(row));
    return this.#publish(tx, author, row);
  }

  async #publish(
    db: Connection,
    author: IdeaAuthor,
    row: IdeaRow,
    attempt?: Attempt,
  ): Promise<Written<TradeIdea> | null> {
    const idea = wireIdea(row);
    const entry = entryOf('created', null, idea, { at: row.createdAt, actorId: author.id });
    const position = await insertPublished(db, idea, attempt, this.#news.published(idea), entry);
    return position && { result: idea, position };
  }

  /** Publishes an idea inside somebody's transaction. */
  async createIn(tx: Transaction, author: IdeaAuthor, row: IdeaRow): Promise<Written<TradeIdea>> {
    const written = await this.#publish(tx, author, row);
    if (!written) throw new Error('Only a key can be taken');
    return written;
  }

  /**
   * Changes an own idea. `version` is the one the change was made on: where the idea moved on since, throws
   * VERSION_CONFLICT with both values. Throws NOT_FOUND and FORBIDDEN. What changes nothing is no revision.
   */
  async update(author: User, id: string, changes: IdeaChanges, version?: number): Promise<TradeIdea> {
    return this.#shown(await this.#db.transaction((tx) => this.updateIn(tx, author, id, changes, version)));
  }

  /** The part of `update` that runs inside somebody's transaction. */
  async updateIn(
    tx: Transaction,
    author: IdeaAuthor,
    id: string,
    changes: IdeaChanges,
    version?: number,
  ): Promise<Written<TradeIdea>> {
    const row = await this.#ownForUpdate(tx, author, id);
    const before = wireIdea(row);
    if (version !== undefined && version !== row.version) {
      throw new AppError('VERSION_CONFLICT', { conflict: { current: before, submitted: changes } });
    }
    const columns = changedColumns(withResult(before, changes));
    const planned = wireIdea({ ...row, ...columns });
    const at = this.#clock();
    assertResultFits(planned, changes, at);
    if (newRevision('changed', before, planned, { at, actorId: author.id }).changes.length === 0) {
      return { result: before, position: null };
    }
    await assertOwnMedia(tx, author.id, newMediaOf({ ...row, ...columns }, row));
    const updated = await updateIdeaRow(tx, id, row.educatorId, {
      ...columns,
      updatedAt: at,
      version: row.version + 1,
    });
    if (!updated) throw new Error('No data returned from update');
    const idea = wireIdea(updated);
    await this.#news.changed(tx, before, idea);
    const position = await appendToFeed(tx, entryOf('changed', before, idea, { at, actorId: author.id }));
    return { result: idea, position };
  }

  /** Deletes an own idea; its revisions stay. Throws NOT_FOUND and FORBIDDEN. */
  async delete(author: User, id: string): Promise<void> {
    const position = await this.#db.transaction(async (tx) => {
      const row = await this.#ownForUpdate(tx, author, id);
      await deleteIdeaRow(tx, id, row.educatorId);
      return appendToFeed(
        tx,
        entryOf('deleted', wireIdea(row), null, { at: this.#clock(), actorId: author.id }),
      );
    });
    await this.#feed.reached(position);
  }

  async #ownForUpdate(tx: Transaction, author: IdeaAuthor, id: string): Promise<IdeaRow> {
    const row = await selectIdeaForUpdate(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.educatorId !== author.educatorId) throw new AppError('FORBIDDEN');
    return row;
  }

  /** Who wrote reads their own change here from now on. */
  async #shown<T>({ result, position }: Written<T>): Promise<T> {
    if (position) await this.#feed.reached(position);
    return result;
  }
}

type ChangedBy = { at: Date; actorId: string };

/** What the feed and the ledger are told of a change. */
const entryOf = (
  action: IdeaRevision['action'],
  before: TradeIdea | null,
  after: TradeIdea | null,
  { at, actorId }: ChangedBy,
): FeedEntry => {
  const idea = (after ?? before) as TradeIdea;
  const type = { created: 'INSERT', changed: 'UPDATE', deleted: 'DELETE' } as const;
  return {
    kind: 'trade_ideas_changes',
    entityId: idea.id,
    audience: audienceOf(idea),
    data: {
      type: type[action],
      schema: 'public',
      table: 'trade_ideas',
      record: after,
      old_record: before,
      commit_timestamp: at.toISOString(),
    },
    revision: newRevision(action, before, after, { at, actorId }),
  };
};

/** A new idea's row: id, times and author are the server's, never the client's. */
export const newIdeaRow = (author: IdeaAuthor, input: NewIdea, status: IdeaStatus, at: Date): IdeaRow => {
  if (author.educatorId === null) throw new AppError('FORBIDDEN');
  return {
    id: randomUUID(),
    educatorId: author.educatorId,
    educatorName: author.fullName || DEFAULT_EDUCATOR_NAME,
    pair: input.pair,
    timeFrame: input.time_frame,
    orderType: input.order_type,
    ideaType: input.idea_type,
    marketType: input.market_type,
    entry1: input.entry_1,
    entry2: input.entry_2,
    invalidationLevel: input.invalidation_level,
    exit1: input.exit_1,
    exit2: input.exit_2,
    exit3: input.exit_3,
    status,
    notes: input.notes || null,
    imageUrls: input.image_urls,
    videoUrl: input.video_url,
    audioUrl: input.audio_url,
    resultLevel: null,
    resultAt: null,
    lesson: null,
    takeProfit1: null,
    takeProfit2: null,
    takeProfit3: null,
    photoUrl: null,
    chartUrl: null,
    createdAt: at,
    updatedAt: at,
    createdBy: author.id,
    version: 1,
  };
};
