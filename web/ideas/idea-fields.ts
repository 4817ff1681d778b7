import { type Disclosure, formatOrientation } from '../../contract/ideas/ideas.ts';
import { findMediaKind } from '../../contract/media/media-names.ts';
import type { IdeaChanges } from '../../contract/publishing/idea-writing.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { formatDisclosure } from './disclosure.ts';
import type { Idea } from './idea-model.ts';
import { formatLessonTag, formatResultLevel } from './result-labels.ts';

/** The name of a field that an educator may change. */
export type IdeaField = keyof IdeaChanges;

/** Photos are a list; every other value is a text or null. */
export type TextField = Exclude<IdeaField, 'image_urls'>;
type FieldValue<Name extends IdeaField> = Name extends 'image_urls' ? readonly string[] : string | null;

/** What each changeable field is called. */
export const fieldLabels: Record<IdeaField, string> = {
  pair: 'pair',
  time_frame: 'time frame',
  order_type: 'orientation',
  idea_type: 'idea type',
  market_type: 'market',
  entry_1: 'entry 1',
  entry_2: 'entry 2',
  invalidation_level: 'invalidation level',
  exit_1: 'exit 1',
  exit_2: 'exit 2',
  exit_3: 'exit 3',
  notes: 'notes',
  image_urls: 'photos',
  audio_url: 'voice explanation',
  video_url: 'video link',
  disclosure: 'my own position',
  status: 'status',
  result_level: 'level reached',
  result_at: 'time it was reached',
  lesson: 'lesson',
  lesson_tag: 'topic of the lesson',
};

export const fieldTitle = (name: IdeaField): string => capitalise(fieldLabels[name]);

/** The value of a field as it can be sent back: a legacy photo is no upload, and who was never asked has not stated it. */
export const readField = <Name extends IdeaField>(idea: Idea, name: Name): FieldValue<Name> => {
  const value =
    name === 'image_urls'
      ? idea.image_urls.filter((url) => findMediaKind(url) === 'image')
      : (idea[name] ?? (name === 'disclosure' ? 'not_stated' : null));
  return value as FieldValue<Name>;
};

const formats: { [Name in IdeaField]?: (value: string) => string } = {
  order_type: (value) => formatOrientation(value === 'SELL' ? 'SELL' : 'BUY'),
  audio_url: () => 'a recording',
  video_url: (value) => (findMediaKind(value) === 'video' ? 'an uploaded video' : value),
  disclosure: (value) => formatDisclosure(value as Disclosure),
  result_level: formatResultLevel,
  result_at: (value) => absoluteTime(value),
  lesson_tag: formatLessonTag,
};

export const formatFieldValue = (
  name: IdeaField,
  value: string | readonly string[] | null | undefined,
): string => {
  if (!value || value.length === 0) return 'none';
  if (typeof value === 'string') return formats[name]?.(value) ?? value;
  return value.length === 1 ? '1 photo' : `${value.length} photos`;
};

/** Compares values; lists by content; undefined and null are equal. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
