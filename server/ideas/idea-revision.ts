import { createHash, randomBytes } from 'node:crypto';
import { isPublic } from '../../contract/educators/visibility.ts';
import type { IdeaRevision, RevisionChange } from '../../contract/ideas/idea-revisions.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { isPublicField, serializeChange, serializeContent } from '../../contract/record/ledger.ts';
import type { FeedEntry, NewRevision } from '../live/feed-service.ts';

/** The fields the ledger records: everything a reader sees or a result depends on. */
const recordedFields = [
  'educator_name',
  'pair',
  'time_frame',
  'order_type',
  'idea_type',
  'market_type',
  'entry_1',
  'entry_2',
  'invalidation_level',
  'exit_1',
  'exit_2',
  'exit_3',
  'status',
  'notes',
  'image_urls',
  'video_url',
  'audio_url',
  'disclosure',
  'result_level',
  'result_at',
  'lesson',
  'lesson_tag',
  'steps',
] as const satisfies readonly (keyof TradeIdea)[];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Fields with different values. A creation has no old values, a deletion no new ones. */
export const diffIdeas = (before: TradeIdea | null, after: TradeIdea | null): IdeaRevision['changes'] =>
  recordedFields.flatMap((field) => {
    const old = before?.[field] ?? null;
    const next = after?.[field] ?? null;
    return isSame(old, next) ? [] : [{ field, old, new: next }];
  });

const createSalt = (): string => randomBytes(16).toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Gives what not everyone may read a digest of its own. */
const seal = (change: RevisionChange): RevisionChange => {
  if (isPublicField(change.field)) return change;
  const salted = { ...change, salt: createSalt() };
  return { ...salted, digest: sha256(serializeChange(salted)) };
};

export type ChangedBy = { at: Date; actorId: string | null };

const createRevision = (
  action: IdeaRevision['action'],
  idea: TradeIdea,
  changes: IdeaRevision['changes'],
  { at, actorId }: ChangedBy,
): NewRevision => {
  const content = {
    idea_id: idea.id,
    // A deletion increments the version too.
    version: action === 'deleted' ? idea.version + 1 : idea.version,
    action,
    at: at.toISOString(),
    educator_id: idea.educator_id,
    changes: changes.map(seal),
    salt: createSalt(),
  };
  return { ...content, digest: sha256(serializeContent(content)), actor_id: actorId };
};

/** The entry of one change for feed and ledger. `changes` are those of the idea, unless it is a check of its result. */
export const createFeedEntry = (
  action: IdeaRevision['action'],
  before: TradeIdea | null,
  after: TradeIdea | null,
  changedBy: ChangedBy,
  changes = diffIdeas(before, after),
): FeedEntry => {
  const idea = (after ?? before) as TradeIdea;
  const type = {
    created: 'INSERT',
    changed: 'UPDATE',
    undone: 'UPDATE',
    checked: 'UPDATE',
    deleted: 'DELETE',
  } as const;
  return {
    kind: 'trade_ideas_changes',
    entityId: idea.id,
    audience: isPublic(idea.educator_id) ? 'everyone' : 'educators',
    data: {
      type: type[action],
      schema: 'public',
      table: 'trade_ideas',
      record: after,
      old_record: before,
      commit_timestamp: changedBy.at.toISOString(),
    },
    revision: createRevision(action, idea, changes, changedBy),
  };
};
