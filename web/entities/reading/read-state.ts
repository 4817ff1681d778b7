import Big from 'big.js';
import type { IdeaRevision } from '../../../contract/idea-revisions.ts';
import { type IdeaStatus, normalizeStatus } from '../../../contract/ideas.ts';
import type { ReadState } from '../../shared/storage/storage-keys.ts';
import type { FieldChange } from '../idea/format-change.ts';
import { type Idea, levelFields, toLevels } from '../idea/idea-model.ts';

/** How many read states are stored; the oldest are dropped first. */
export const MAX_READ_STATES = 300;

/** What is stored of an idea when it was read. */
export const toReadState = (idea: Idea): ReadState => {
  const { order_type: _, ...levels } = toLevels(idea);
  return { id: idea.id, version: idea.version, status: normalizeStatus(idea.status), levels };
};

/** The state after a deletion: its revision has the last values. */
export const toDeletedReadState = ({ idea_id, version, changes }: IdeaRevision): ReadState => {
  const last = new Map(changes.map(({ field, old }) => [field, old]));
  const levels = levelFields.map((field) => [field, last.get(field) ?? null]);
  return {
    id: idea_id,
    version,
    status: normalizeStatus(last.get('status') as IdeaStatus),
    levels: Object.fromEntries(levels),
  };
};

/** The list with this read state last; the same list if it is not newer. */
export const addReadState = (list: ReadState[], read: ReadState): ReadState[] => {
  const known = list.find(({ id }) => id === read.id);
  if (known && known.version >= read.version) return list;
  return [...list.filter(({ id }) => id !== read.id), read].slice(-MAX_READ_STATES);
};

/** "1.0850" and "1.085" are the same price. */
const isSamePrice = (a: string | null, b: string | null) =>
  a === b || (a !== null && b !== null && new Big(a).eq(b));

/** Levels and status that differ from the read state; empty for an unread idea. */
export const findChangesSince = (read: ReadState | undefined, idea: Idea): FieldChange[] => {
  if (!read || read.version >= idea.version) return [];
  const now = toReadState(idea);
  const levels = levelFields
    .filter((field) => !isSamePrice(read.levels[field], now.levels[field]))
    .map((field) => ({ field, old: read.levels[field], new: now.levels[field] }));
  return read.status === now.status
    ? levels
    : [...levels, { field: 'status', old: read.status, new: now.status }];
};
