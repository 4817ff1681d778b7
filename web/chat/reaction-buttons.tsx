import { useStored } from '../shared/storage/local-store.ts';
import { type Reactions, storageKeys } from '../shared/storage/storage-keys.ts';
import { classNames } from '../shared/ui/class-names.ts';

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

const reactionStyles = {
  heart: {
    label: 'Heart',
    on: 'border-transparent bg-negative-wash text-negative',
    shape: 'M10 16.2S3.5 12.6 3.5 8.1A3.4 3.4 0 0 1 10 6.6a3.4 3.4 0 0 1 6.5 1.5c0 4.5-6.5 8.1-6.5 8.1Z',
  },
  like: {
    label: 'Like',
    on: 'border-transparent bg-accent-wash text-accent',
    shape:
      'M7 9l2.8-5.6A1.7 1.7 0 0 1 11.5 5v2.6h3.2a1.4 1.4 0 0 1 1.4 1.6l-.8 5A1.6 1.6 0 0 1 13.7 15.6H7M7 9v6.6H4.4A.9.9 0 0 1 3.5 14.7V9.9A.9.9 0 0 1 4.4 9H7Z',
  },
} as const satisfies Record<ReactionKind, { label: string; on: string; shape: string }>;

/** Heart and like, stored on this device (SPEC §2). Colour, filled shape and `aria-pressed` show the state. */
export const ReactionButtons = ({ messageId }: { messageId: string }) => {
  const [reactions, setReactions] = useStored(storageKeys.reactions(messageId));
  return (
    <div className="mt-1 flex gap-2 sm:mt-2 pointer-coarse:-mt-0.5">
      {reactionKinds.map((kind) => {
        const { count, on } = readReaction(reactions, kind);
        const { label, on: given, shape } = reactionStyles[kind];
        return (
          <button
            key={kind}
            type="button"
            aria-label={`${label}, ${count}`}
            aria-pressed={on}
            onClick={() => setReactions(toggleReaction(reactions, kind))}
            // Taller than the visible part: a finger needs 44 px.
            className="group inline-grid items-center rounded-full pointer-coarse:h-11"
          >
            <span
              className={classNames(
                'inline-flex h-8 min-w-13 items-center justify-center gap-1.5 rounded-full border px-3 text-sm tabular-nums transition-colors duration-150',
                on ? given : 'border-line-soft text-muted group-hover:border-line group-hover:text-text',
              )}
            >
              <svg
                width="16"
                height="16"
                viewBox="0 0 20 20"
                aria-hidden="true"
                fill={on ? 'currentColor' : 'none'}
                stroke="currentColor"
                strokeWidth="1.6"
                strokeLinejoin="round"
              >
                <path d={shape} />
              </svg>
              {count}
            </span>
          </button>
        );
      })}
    </div>
  );
};
