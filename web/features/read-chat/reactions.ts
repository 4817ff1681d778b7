import type { Reactions } from '../../shared/storage/storage-keys.ts';

export const reactionKinds = ['heart', 'like'] as const;
export type ReactionKind = (typeof reactionKinds)[number];

const fields = {
  heart: { count: 'hearts', on: 'hearted' },
  like: { count: 'likes', on: 'liked' },
} as const satisfies Record<ReactionKind, { count: keyof Reactions; on: keyof Reactions }>;

/** The count of a reaction, and whether this user gave it. */
export const readReaction = (reactions: Reactions, kind: ReactionKind): { count: number; on: boolean } => ({
  count: Math.max(0, reactions[fields[kind].count]),
  on: reactions[fields[kind].on],
});

/** Toggles a reaction (SPEC §4). */
export const toggleReaction = (reactions: Reactions, kind: ReactionKind): Reactions => {
  const { count, on } = readReaction(reactions, kind);
  return {
    ...reactions,
    [fields[kind].count]: Math.max(0, count + (on ? -1 : 1)),
    [fields[kind].on]: !on,
  };
};
