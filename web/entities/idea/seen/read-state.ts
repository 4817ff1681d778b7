import Big from 'big.js';
import { normalizeStatus } from '../../../../contract/ideas.ts';
import type { ReadState } from '../../../shared/storage/storage-keys.ts';
import { type Idea, levelsOf } from '../idea-model.ts';

/** One field of an idea, before and after. */
export type FieldChange = { field: string; old: unknown; new: unknown };

/** Ideas whose last reading is remembered; the one read longest ago is forgotten first. */
export const MOST_READ = 300;

const levelFields = ['entry_1', 'entry_2', 'invalidation_level', 'exit_1', 'exit_2', 'exit_3'] as const;

/** What of an idea is remembered when somebody has read it. */
export const readStateOf = (idea: Idea): ReadState => {
  const { order_type: _, ...levels } = levelsOf(idea);
  return { id: idea.id, version: idea.version, status: normalizeStatus(idea.status), levels };
};

/** The list with this reading as its latest. Same list where nothing of it is new. */
export const withRead = (list: ReadState[], read: ReadState): ReadState[] => {
  const known = list.find(({ id }) => id === read.id);
  if (known && known.version >= read.version) return list;
  return [...list.filter(({ id }) => id !== read.id), read].slice(-MOST_READ);
};

/** "1.0850" and "1.085" are one price. */
const isSamePrice = (a: string | null, b: string | null) =>
  a === b || (a !== null && b !== null && new Big(a).eq(b));

/** Levels and status that differ from what was read; nothing where the idea was never read. */
export const changesSince = (read: ReadState | undefined, idea: Idea): FieldChange[] => {
  if (!read || read.version >= idea.version) return [];
  const now = readStateOf(idea);
  const levels = levelFields
    .filter((field) => !isSamePrice(read.levels[field], now.levels[field]))
    .map((field) => ({ field, old: read.levels[field], new: now.levels[field] }));
  return read.status === now.status
    ? levels
    : [...levels, { field: 'status', old: read.status, new: now.status }];
};
