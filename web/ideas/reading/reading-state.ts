import Big from 'big.js';
import { comesBefore } from '../../../contract/ideas/idea-lists.ts';
import type { IdeaRevision } from '../../../contract/ideas/idea-revisions.ts';
import { type IdeaStatus, normalizeStatus } from '../../../contract/ideas/ideas.ts';
import { type LevelField, levelFields } from '../../../contract/ideas/levels.ts';
import type { Market } from '../../../contract/ideas/markets.ts';
import type { IdeaRead, ReadingState, ReadState, RoomRead } from '../../../contract/ideas/reading.ts';
import type { FieldChange } from '../format-change.ts';
import type { Idea } from '../idea-model.ts';

/** A reading state by the ids of ideas and rooms. */
export type Reading = {
  markets: readonly Market[];
  ideas: ReadonlyMap<string, IdeaRead>;
  rooms: ReadonlyMap<string, RoomRead>;
};

const isLater = (known: IdeaRead | undefined, { read }: IdeaRead) =>
  (read?.version ?? 0) > (known?.read?.version ?? 0);

const isFurther = (known: RoomRead | undefined, place: RoomRead) => !known || comesBefore(place, known);

/** Merges as the server does: in any order, nothing becomes unseen, and no read position moves back. */
export const mergeReading = (...states: readonly ReadingState[]): Reading => {
  const ideas = new Map<string, IdeaRead>();
  const rooms = new Map<string, RoomRead>();
  for (const state of states) {
    for (const idea of state.ideas) {
      const known = ideas.get(idea.id);
      const read = (isLater(known, idea) ? idea.read : known?.read) ?? null;
      ideas.set(idea.id, { id: idea.id, viewed: idea.viewed || (known?.viewed ?? false), read });
    }
    for (const place of state.rooms)
      if (isFurther(rooms.get(place.room_id), place)) rooms.set(place.room_id, place);
  }
  return { markets: [...new Set(states.flatMap(({ markets }) => markets))], ideas, rooms };
};

export const toReadingState = ({ markets, ideas, rooms }: Reading): ReadingState => ({
  markets: [...markets],
  ideas: [...ideas.values()],
  rooms: [...rooms.values()],
});

/** The part of `state` that is not in `known`. */
export const findUnknown = (state: ReadingState, known: Reading): ReadingState => ({
  markets: state.markets.filter((market) => !known.markets.includes(market)),
  ideas: state.ideas.filter((idea) => {
    const before = known.ideas.get(idea.id);
    return !before || (idea.viewed && !before.viewed) || isLater(before, idea);
  }),
  rooms: state.rooms.filter((place) => isFurther(known.rooms.get(place.room_id), place)),
});

export const isEmpty = ({ markets, ideas, rooms }: ReadingState): boolean =>
  markets.length + ideas.length + rooms.length === 0;

/** SPEC §4: the unseen ideas of a market; none before its first load. */
export const findUnseenIds = (
  { markets, ideas }: Reading,
  market: Market,
  ids: readonly string[],
  notified: boolean,
): string[] => (notified && markets.includes(market) ? ids.filter((id) => !ideas.has(id)) : []);

const readLevels = (read: (field: LevelField) => unknown) =>
  Object.fromEntries(levelFields.map((field) => [field, read(field) ?? null])) as ReadState['levels'];

/** What is stored of an idea when it was read. */
export const toReadState = (idea: Idea): ReadState => ({
  version: idea.version,
  status: normalizeStatus(idea.status),
  levels: readLevels((field) => idea[field]),
});

/** The state after a deletion: its revision has the last values. */
export const toDeletedReadState = ({ version, changes }: IdeaRevision): ReadState => {
  const last = new Map(changes.map(({ field, old }) => [field, old]));
  const status = normalizeStatus(last.get('status') as IdeaStatus);
  return { version, status, levels: readLevels((field) => last.get(field)) };
};

/** "1.0850" and "1.085" are the same price. */
const isSamePrice = (a: string | null, b: string | null) =>
  a === b || (a !== null && b !== null && new Big(a).eq(b));

/** Levels and status that differ from the read state; empty for an unread idea. */
export const findChangesSince = (read: ReadState | null | undefined, idea: Idea): FieldChange[] => {
  if (!read || read.version >= idea.version) return [];
  const now = toReadState(idea);
  const levels = levelFields
    .filter((field) => !isSamePrice(read.levels[field], now.levels[field]))
    .map((field) => ({ field, old: read.levels[field], new: now.levels[field] }));
  return read.status === now.status
    ? levels
    : [...levels, { field: 'status', old: read.status, new: now.status }];
};
