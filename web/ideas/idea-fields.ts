import { type Disclosure, formatOrientation } from '../../contract/ideas/ideas.ts';
import { findMediaKind } from '../../contract/media/media-names.ts';
import type { IdeaChanges } from '../../contract/publishing/idea-writing.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { formatDisclosure } from './disclosure.ts';
import type { Idea } from './idea-model.ts';
import { formatLessonTag, formatResultLevel } from './result-labels.ts';

/** The name of a field that an educator may change. */
export type IdeaField = keyof IdeaChanges;

/** Photos are a list; every other value is a text or null. */
type FieldValue = string | readonly string[] | null;
export type TextField = Exclude<IdeaField, 'image_urls'>;

const field = <V extends FieldValue = string | null>(
  label: string,
  read: (idea: Idea) => V,
  show: (value: string) => string = (value) => value,
) => ({
  label,
  read,
  show,
});

/** Label, getter and format of each changeable field. */
export const ideaFields = {
  pair: field('pair', (idea) => idea.pair),
  time_frame: field('time frame', (idea) => idea.time_frame),
  order_type: field(
    'orientation',
    (idea) => idea.order_type,
    (value) => formatOrientation(value === 'SELL' ? 'SELL' : 'BUY'),
  ),
  idea_type: field('idea type', (idea) => idea.idea_type),
  market_type: field('market', (idea) => idea.market_type),
  entry_1: field('entry 1', (idea) => idea.entry_1),
  entry_2: field('entry 2', (idea) => idea.entry_2),
  invalidation_level: field('invalidation level', (idea) => idea.invalidation_level),
  exit_1: field('exit 1', (idea) => idea.exit_1),
  exit_2: field('exit 2', (idea) => idea.exit_2),
  exit_3: field('exit 3', (idea) => idea.exit_3),
  notes: field('notes', (idea) => idea.notes),
  // A legacy photo is not an upload, so it cannot be sent back.
  image_urls: field('photos', (idea) => idea.image_urls.filter((url) => findMediaKind(url) === 'image')),
  audio_url: field(
    'voice explanation',
    (idea) => idea.audio_url,
    () => 'a recording',
  ),
  video_url: field(
    'video link',
    (idea) => idea.video_url,
    (value) => (findMediaKind(value) === 'video' ? 'an uploaded video' : value),
  ),
  disclosure: field(
    'my own position',
    // An idea from before educators were asked has no answer either.
    (idea) => idea.disclosure ?? 'not_stated',
    (value) => formatDisclosure(value as Disclosure),
  ),
  status: field('status', (idea) => idea.status),
  result_level: field('level reached', (idea) => idea.result_level, formatResultLevel),
  result_at: field(
    'time it was reached',
    (idea) => idea.result_at,
    (value) => absoluteTime(value),
  ),
  lesson: field('lesson', (idea) => idea.lesson),
  lesson_tag: field('topic of the lesson', (idea) => idea.lesson_tag, formatLessonTag),
} as const satisfies Record<IdeaField, ReturnType<typeof field<FieldValue>>>;

/** The value of a field as text. */
export const formatFieldValue = (name: IdeaField, value: FieldValue | undefined): string => {
  if (!value || value.length === 0) return 'none';
  if (typeof value === 'string') return ideaFields[name].show(value);
  return value.length === 1 ? '1 photo' : `${value.length} photos`;
};

/** Compares values; lists by content; undefined and null are equal. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** A label with a capital: "Entry 1". */
export const fieldTitle = (name: IdeaField): string =>
  ideaFields[name].label.charAt(0).toUpperCase() + ideaFields[name].label.slice(1);
