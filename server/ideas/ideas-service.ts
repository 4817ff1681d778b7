import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/account/auth.ts';
import { DEFAULT_EDUCATOR_NAME } from '../../contract/educators/educators.ts';
import { canView } from '../../contract/educators/visibility.ts';
import {
  keepFirstLevels,
  keepLevelsAtClose,
  lockPlan,
  toHistory,
} from '../../contract/ideas/idea-history.ts';
import type { IdeaFilter } from '../../contract/ideas/idea-lists.ts';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import {
  buildIdeaTimelines,
  type IdeaTimeline,
  type TimelineRevision,
} from '../../contract/ideas/idea-timeline.ts';
import { hasEnded, type IdeaStatus, type TradeIdea } from '../../contract/ideas/ideas.ts';
import {
  DISCLOSURE_REQUIRED,
  explainStep,
  type IdeaChanges,
  type NewIdea,
  type NewStep,
  UNDO_ACCEPTED_MS,
} from '../../contract/publishing/idea-writing.ts';
import { leaveOutCandles } from '../../contract/record/ledger.ts';
import type { Connection, Db, Transaction } from '../database/connection.ts';
import { findFirstAnswer } from '../http/idempotency-keys.ts';
import type { FeedFollower } from '../live/feed-follower.ts';
import { appendToFeed, type FeedPosition } from '../live/feed-service.ts';
import { assertOwnMedia, type MediaByField } from '../media/media-service.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import type { KeysetCursor } from '../shared/keyset-cursor.ts';
import type { IdeaNotifier } from './idea-notifier.ts';
import { assertValidChange, normalizeChanges } from './idea-result.ts';
import { type ChangedBy, createFeedEntry, diffIdeas } from './idea-revision.ts';
import {
  deleteIdea,
  insertIdea,
  selectIdea,
  selectIdeaForUpdate,
  selectIdeas,
  selectRevisions,
  selectTimelineRevisions,
  updateIdea,
} from './ideas-db.ts';

/** Author fields stored with an idea. */
export type IdeaAuthor = Pick<User, 'id' | 'educatorId' | 'fullName'>;

/** A new idea. Id, times and author are set by the server, never by the client. */
export const createIdea = (author: IdeaAuthor, input: NewIdea, status: IdeaStatus, at: Date): TradeIdea => {
  if (author.educatorId === null) throw new AppError('FORBIDDEN');
  const now = at.toISOString();
  return {
    id: randomUUID(),
    educator_id: author.educatorId,
    educator_name: author.fullName || DEFAULT_EDUCATOR_NAME,
    ...input,
    notes: input.notes || null,
    status,
    result_level: null,
    result_at: null,
    lesson: null,
    lesson_tag: null,
    steps: [],
    closed_at: hasEnded(status) ? now : null,
    plan: null,
    levels_at_close: null,
    first_levels: null,
    take_profit_1: null,
    take_profit_2: null,
    take_profit_3: null,
    photo_url: null,
    chart_url: null,
    created_at: now,
    updated_at: now,
    created_by: author.id,
    version: 1,
  };
};

/** JSON has no undefined values, so an absent field is one that stays. */
const applyChanges = (idea: TradeIdea, changes: Partial<IdeaChanges>): TradeIdea =>
  ({ ...idea, ...changes }) as TradeIdea;

/** Media URLs this change adds. Existing ones were authorised when they were added. */
const findAddedMedia = (idea: TradeIdea, before?: TradeIdea): MediaByField => {
  const isNew = (url: string | null): url is string =>
    url !== null && ![...(before?.image_urls ?? []), before?.audio_url, before?.video_url].includes(url);
  return {
    image_urls: idea.image_urls.filter(isNew),
    audio_url: [idea.audio_url].filter(isNew),
    video_url: [idea.video_url].filter(isNew),
  };
};

/** What is undone counts nowhere: one after another would hide a result, or show a false one, for as long as one likes. */
const MAX_UNDONE_RESULTS = 3;
const isAboutResult = ({ changes }: Pick<TimelineRevision, 'changes'>) =>
  changes.some(({ field }) => field === 'status' || field === 'result_level');

/** See `keepFirstLevels`; null unless the change closes the idea. */
const findFirstLevels = async (tx: Transaction, before: TradeIdea, after: TradeIdea, at: Date) => {
  if (hasEnded(before.status) || !hasEnded(after.status)) return null;
  const [timeline] = buildIdeaTimelines(await selectTimelineRevisions(tx, { ideaId: before.id }));
  return timeline ? keepFirstLevels(timeline, at) : null;
};

type WriteResult = { idea: TradeIdea; position: FeedPosition | null };

/** Publishes, changes and deletes ideas. Each write is one transaction of row, revision and feed (docs/architecture.md). */
export class IdeasService {
  readonly #db: Db;
  readonly #feed: Pick<FeedFollower, 'waitUntilApplied'>;
  readonly #clock: Clock;
  readonly #notifier: IdeaNotifier;
  readonly #disclosure: Env['disclosure'];

  constructor(
    db: Db,
    feed: Pick<FeedFollower, 'waitUntilApplied'>,
    clock: Clock,
    notifier: IdeaNotifier,
    disclosure: Env['disclosure'] = 'optional',
  ) {
    this.#db = db;
    this.#feed = feed;
    this.#clock = clock;
    this.#notifier = notifier;
    this.#disclosure = disclosure;
  }

  /** One page of a list from the database. First pages usually come from the snapshot. */
  list(filter: IdeaFilter, limit: number, cursor?: KeysetCursor): Promise<TradeIdea[]> {
    return selectIdeas(this.#db, filter, limit, cursor);
  }

  /** One idea. Throws NOT_FOUND, also if the viewer may not see it. */
  async get(viewer: User, id: string): Promise<TradeIdea> {
    const idea = await selectIdea(this.#db, id);
    if (!idea || !canView(viewer, idea.educator_id)) throw new AppError('NOT_FOUND');
    return idea;
  }

  /** One idea for internal use. */
  find(id: string): Promise<TradeIdea | undefined> {
    return selectIdea(this.#db, id);
  }

  /** Throws NOT_FOUND, or FORBIDDEN if the idea is not this educator's. */
  async assertOwner(author: IdeaAuthor, id: string): Promise<void> {
    const idea = await selectIdea(this.#db, id);
    if (!idea) throw new AppError('NOT_FOUND');
    if (idea.educator_id !== author.educatorId) throw new AppError('FORBIDDEN');
  }

  /** The newest changes of an idea before a ledger number, newest first, also of a deleted one. Throws NOT_FOUND. */
  async revisions(
    viewer: User,
    id: string,
    { before, limit }: { before: number | undefined; limit: number },
  ): Promise<IdeaRevision[]> {
    const rows = await selectRevisions(this.#db, id, before, limit);
    const [newest] = rows;
    if (!newest || !canView(viewer, newest.educator_id)) throw new AppError('NOT_FOUND');
    return rows.map(leaveOutCandles);
  }

  /**
   * Publishes an idea. Repeating an idempotency key with the same body returns the first idea; with a different body
   * it throws IDEMPOTENCY_KEY_REUSED. Throws MISSING_FIELDS without a disclosure where the operator requires one.
   */
  async create(author: User, input: NewIdea, idempotencyKey?: string): Promise<TradeIdea> {
    if (this.#disclosure === 'required' && input.disclosure === 'not_stated')
      throw new AppError('MISSING_FIELDS', { fields: { disclosure: DISCLOSURE_REQUIRED } });
    const at = this.#clock();
    const idea = createIdea(author, input, 'active', at);
    const call = { userId: author.id, key: idempotencyKey, body: input, answer: idea, at };
    return this.#waitUntilVisible(
      await this.#db.transaction(async (tx) => {
        const first = await findFirstAnswer(tx, call);
        return first ? { idea: first, position: null } : this.createInTransaction(tx, author, idea);
      }),
    );
  }

  /** Publishes an idea in the caller's transaction. */
  async createInTransaction(tx: Transaction, author: IdeaAuthor, created: TradeIdea): Promise<WriteResult> {
    await assertOwnMedia(tx, author.id, findAddedMedia(created));
    const idea = await insertIdea(tx, created);
    await this.#notifier.published?.(tx, idea);
    const changedBy = { at: new Date(idea.created_at), actorId: author.id };
    return {
      idea,
      position: await appendToFeed(tx, createFeedEntry('created', null, idea, changedBy)),
    };
  }

  /**
   * Changes the author's own idea. `version` is the one the change is based on; if the idea has changed since, throws
   * VERSION_CONFLICT with both values. Throws NOT_FOUND and FORBIDDEN. A change without effect creates no revision.
   */
  async update(author: User, id: string, changes: IdeaChanges, version?: number): Promise<TradeIdea> {
    return this.#waitUntilVisible(
      await this.#db.transaction((tx) => this.updateInTransaction(tx, author, id, changes, version)),
    );
  }

  /** `update` in the caller's transaction. */
  async updateInTransaction(
    tx: Transaction,
    author: IdeaAuthor,
    id: string,
    changes: IdeaChanges,
    version?: number,
  ): Promise<WriteResult> {
    const before = await this.#ownForUpdate(tx, author, id);
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { conflict: { current: before } });
    }
    const at = this.#clock();
    const planned = applyChanges(before, normalizeChanges(before, changes));
    assertValidChange(before, planned, changes, at);
    if (diffIdeas(before, planned).length === 0) return { idea: before, position: null };
    await assertOwnMedia(tx, author.id, findAddedMedia(planned, before));
    const after: TradeIdea = {
      ...planned,
      // Another closed status keeps the time; reopening removes it.
      closed_at: hasEnded(planned.status) ? (before.closed_at ?? at.toISOString()) : null,
      plan: lockPlan(before, planned, at),
      levels_at_close: keepLevelsAtClose(before, planned),
      first_levels: before.first_levels ?? (await findFirstLevels(tx, before, planned, at)),
    };
    const written = await writeChange(tx, 'changed', before, after, { at, actorId: author.id });
    await this.#notifier.changed?.(tx, before, written.idea);
    return written;
  }

  /** Adds a step to the author's own open idea. Throws INVALID_REQUEST, NOT_FOUND and FORBIDDEN. */
  async addStep(author: User, id: string, step: NewStep): Promise<TradeIdea> {
    return this.#waitUntilVisible(
      await this.#db.transaction((tx) => this.addStepInTransaction(tx, author, id, step)),
    );
  }

  /** `addStep` in the caller's transaction. */
  async addStepInTransaction(
    tx: Transaction,
    author: IdeaAuthor,
    id: string,
    step: NewStep,
  ): Promise<WriteResult> {
    const before = await this.#ownForUpdate(tx, author, id);
    const problem = explainStep(before, step);
    if (problem) throw new AppError('INVALID_REQUEST', { fields: { kind: problem } });
    const at = this.#clock();
    const after = { ...before, steps: [...before.steps, { at: at.toISOString(), ...step }] };
    const written = await writeChange(tx, 'changed', before, after, { at, actorId: author.id });
    await this.#notifier.changed?.(tx, before, written.idea);
    return written;
  }

  /**
   * Undoes the change that made this version of the author's own idea, exactly and without notifying anyone. Throws
   * VERSION_CONFLICT if the idea has changed since, UNDO_EXPIRED if the change is too old, NOT_FOUND and FORBIDDEN.
   */
  async undo(author: User, id: string, version: number): Promise<TradeIdea> {
    const written = await this.#db.transaction(async (tx) => {
      const before = await this.#ownForUpdate(tx, author, id);
      if (version !== before.version)
        throw new AppError('VERSION_CONFLICT', { conflict: { current: before } });
      const at = this.#clock();
      const [last] = await selectRevisions(tx, id, undefined, 1);
      if (last?.action !== 'changed' || at.getTime() - Date.parse(last.at) > UNDO_ACCEPTED_MS)
        throw new AppError('UNDO_EXPIRED');
      const revisions = await selectTimelineRevisions(tx, { ideaId: id });
      const undone = revisions.filter(({ action }) => action === 'undone');
      if (isAboutResult(last) && undone.filter(isAboutResult).length >= MAX_UNDONE_RESULTS)
        throw new AppError('UNDO_EXPIRED');
      const [timeline] = buildIdeaTimelines(revisions.slice(0, -1));
      if (!timeline) throw new Error('The idea has no first revision');
      const former = Object.fromEntries(last.changes.map(({ field, old }) => [field, old]));
      const after = { ...applyChanges(before, former), ...toHistory(timeline) };
      await assertOwnMedia(tx, author.id, findAddedMedia(after, before));
      const written = await writeChange(tx, 'undone', before, after, { at, actorId: author.id });
      await this.#notifier.undone?.(tx, before, written.idea, new Date(last.at));
      return written;
    });
    return this.#waitUntilVisible(written);
  }

  /** Deletes the author's own idea; its revisions stay. Throws NOT_FOUND and FORBIDDEN. */
  async delete(author: User, id: string): Promise<void> {
    const position = await this.#db.transaction(async (tx) => {
      const idea = await this.#ownForUpdate(tx, author, id);
      const changedBy = { at: this.#clock(), actorId: author.id };
      await this.#notifier.deleted?.(tx, idea, changedBy.at);
      await deleteIdea(tx, idea);
      return appendToFeed(tx, createFeedEntry('deleted', idea, null, changedBy));
    });
    await this.#feed.waitUntilApplied(position);
  }

  async #ownForUpdate(tx: Transaction, author: IdeaAuthor, id: string): Promise<TradeIdea> {
    const idea = await selectIdeaForUpdate(tx, id);
    if (!idea) throw new AppError('NOT_FOUND');
    if (idea.educator_id !== author.educatorId) throw new AppError('FORBIDDEN');
    return idea;
  }

  /** Waits until this process has applied the write, so the author can read it back. */
  async #waitUntilVisible({ idea, position }: WriteResult): Promise<TradeIdea> {
    if (position) await this.#feed.waitUntilApplied(position);
    return idea;
  }
}

/** All ideas of an educator from publication to end, deleted ones too. */
export const listIdeaTimelines = async (db: Connection, educatorId: string): Promise<IdeaTimeline[]> =>
  buildIdeaTimelines(await selectTimelineRevisions(db, { educatorId }));

/** The revisions of one idea, oldest first, without texts and media. */
export const listTimelineRevisions = (db: Connection, ideaId: string): Promise<TimelineRevision[]> =>
  selectTimelineRevisions(db, { ideaId });

/** An idea as it stays until the transaction ends; undefined if it was deleted. */
export const lockIdea = (tx: Transaction, id: string): Promise<TradeIdea | undefined> =>
  selectIdeaForUpdate(tx, id);

/** One idea from publication to end, also a deleted one; undefined for an unknown id. */
export const findIdeaTimeline = async (db: Connection, ideaId: string): Promise<IdeaTimeline | undefined> =>
  buildIdeaTimelines(await selectTimelineRevisions(db, { ideaId }))[0];

/** Writes the next version of an idea, its revision and its event. */
const writeChange = async (
  tx: Transaction,
  action: 'changed' | 'undone',
  before: TradeIdea,
  after: TradeIdea,
  changedBy: ChangedBy,
): Promise<WriteResult> => {
  const next = { ...after, updated_at: changedBy.at.toISOString(), version: before.version + 1 };
  const idea = await updateIdea(tx, next);
  const entry = createFeedEntry(action, before, idea, changedBy);
  return { idea, position: await appendToFeed(tx, entry) };
};
