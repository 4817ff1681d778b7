import { type IdeaChanges, orientationOf } from '../../../contract/ideas.ts';
import type { Idea } from './idea-model.ts';

/** A field an educator may change, by its stored name. */
export type IdeaField = keyof IdeaChanges;

type Value = string | null;
const field = (
  label: string,
  read: (idea: Idea) => Value,
  show: (value: string) => string = (value) => value,
) => ({
  label,
  read,
  show,
});

/** What each changeable field is called, where an idea holds it, and how its value reads. */
export const ideaFields = {
  pair: field('pair', (idea) => idea.pair),
  time_frame: field('time frame', (idea) => idea.timeFrame),
  order_type: field(
    'orientation',
    (idea) => idea.orderType,
    (value) => orientationOf(value === 'SELL' ? 'SELL' : 'BUY'),
  ),
  idea_type: field('idea type', (idea) => idea.ideaType),
  market_type: field('market', (idea) => idea.market),
  entry_1: field('entry 1', (idea) => idea.entry1),
  entry_2: field('entry 2', (idea) => idea.entry2),
  invalidation_level: field('invalidation level', (idea) => idea.invalidationLevel),
  exit_1: field('exit 1', (idea) => idea.exit1),
  exit_2: field('exit 2', (idea) => idea.exit2),
  exit_3: field('exit 3', (idea) => idea.exit3),
  notes: field('notes', (idea) => idea.notes),
  video_url: field('video link', (idea) => idea.videoUrl),
  status: field('status', (idea) => idea.status),
} as const satisfies Record<IdeaField, ReturnType<typeof field>>;

export const ideaFieldNames = Object.keys(ideaFields) as IdeaField[];

/** How a value of a field reads: an absent one says so. */
export const shownValue = (name: IdeaField, value: Value | undefined): string =>
  value ? ideaFields[name].show(value) : 'none';

/** "Entry 1", where a label begins a line. */
export const fieldTitle = (name: IdeaField): string =>
  ideaFields[name].label.charAt(0).toUpperCase() + ideaFields[name].label.slice(1);
