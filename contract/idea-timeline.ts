import type { IdeaRevision } from './idea-revisions.ts';
import { type IdeaStatus, isCompleted, type ResultLevel, storedStatus, type TradeIdea } from './ideas.ts';
import type { Levels } from './levels.ts';
import { CORRECTION_MS } from './track-record.ts';

/** What of an idea the record rests on, as the ledger tells it. */
type State = Levels &
  Pick<TradeIdea, 'educator_name' | 'pair' | 'idea_type' | 'market_type' | 'status'> & {
    result_level: ResultLevel | null;
  };

/** What an idea was closed as: when, its place in the ledger, what was said of it, and the levels as they stood then. */
export type IdeaEnd = {
  at: string;
  number: number;
  /** An open one where the idea was deleted while open. */
  status: IdeaStatus;
  result_level: ResultLevel | null;
  levels: Levels;
};

/** One idea from its publication to its end. */
export type IdeaLife = {
  idea_id: string;
  educator_id: string;
  published_at: string;
  /** The levels the record measures by: those of five minutes after publishing. */
  published: Levels;
  /** The newest state, or the last before it was deleted. */
  state: State;
  /** How it ended; null while it is open. */
  end: IdeaEnd | null;
  /** What it was closed as before, where that stood longer than a slip of the hand: said once, it stays said. */
  earlier: IdeaEnd[];
  deleted: boolean;
};

/** An idea that has ended in the sense of the record; SPEC §4 lists invalid ones among the active. */
export const hasEnded = (status: IdeaStatus): boolean => isCompleted(status) || status === 'invalid';

const isSoonAfter = (before: string, at: string) => Date.parse(at) - Date.parse(before) <= CORRECTION_MS;

const changed = (state: State, { changes }: IdeaRevision): State => {
  const next = { ...state, ...Object.fromEntries(changes.map(({ field, new: value }) => [field, value])) };
  return { ...next, result_level: next.result_level ?? null, status: storedStatus(next.status) };
};

const endOf = (state: State, { at, number }: IdeaRevision): IdeaEnd => ({
  at,
  number,
  status: state.status,
  result_level: state.result_level,
  levels: state,
});

const begin = (revision: IdeaRevision): IdeaLife => {
  // A creation names every field that is not empty; the levels an idea may lack are null until it does.
  const state = changed({ entry_2: null, exit_2: null, exit_3: null } as State, revision);
  return {
    idea_id: revision.idea_id,
    educator_id: revision.educator_id,
    published_at: revision.at,
    published: state,
    state,
    end: hasEnded(state.status) ? endOf(state, revision) : null,
    earlier: [],
    deleted: false,
  };
};

const goOn = (life: IdeaLife, revision: IdeaRevision): IdeaLife => {
  const { at } = revision;
  if (revision.action === 'deleted')
    return { ...life, deleted: true, end: life.end ?? endOf(life.state, revision) };
  const state = changed(life.state, revision);
  const published = isSoonAfter(life.published_at, at) && !life.end ? state : life.published;
  const next = { ...life, published, state };
  // Which level was reached may be said later; the levels themselves stand as they stood at the end.
  if (life.end && state.status === life.end.status)
    return { ...next, end: { ...life.end, result_level: state.result_level } };
  const earlier = life.end && !isSoonAfter(life.end.at, at) ? [...life.earlier, life.end] : life.earlier;
  return { ...next, earlier, end: hasEnded(state.status) ? endOf(state, revision) : null };
};

/** The lives of all ideas in a stretch of the ledger, in the order they were published. Revisions in chain order. */
export const ideaLives = (revisions: Iterable<IdeaRevision>): IdeaLife[] => {
  const lives = new Map<string, IdeaLife>();
  for (const revision of revisions) {
    const life = lives.get(revision.idea_id);
    if (life) lives.set(revision.idea_id, goOn(life, revision));
    else if (revision.action === 'created') lives.set(revision.idea_id, begin(revision));
  }
  return [...lives.values()];
};
