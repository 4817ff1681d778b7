import type { Reactions } from '../../shared/storage/storage-keys.ts';

export const reactionKinds = ['heart', 'like'] as const;
export type ReactionKind = (typeof reactionKinds)[number];

const fields = {
  heart: { count: 'hearts', on: 'hearted' },
  like: { count: 'likes', on: 'liked' },
} as const satisfies Record<ReactionKind, { count: keyof Reactions; on: keyof Reactions }>;

/** How often it was given, and whether by this reader. */
export const reactionOf = (reactions: Reactions, kind: ReactionKind): { count: number; on: boolean } => ({
  count: Math.max(0, reactions[fields[kind].count]),
  on: reactions[fields[kind].on],
});

/** Given, or taken back (SPEC §4: reactions toggle per message). */
export const toggled = (reactions: Reactions, kind: ReactionKind): Reactions => {
  const { count, on } = reactionOf(reactions, kind);
  return {
    ...reactions,
    [fields[kind].count]: Math.max(0, count + (on ? -1 : 1)),
    [fields[kind].on]: !on,
  };
};
