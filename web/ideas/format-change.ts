import type { RevisionChange } from '../../contract/ideas/idea-revisions.ts';
import {
  type Disclosure,
  formatOrientation,
  type IdeaStatus,
  type IdeaStep,
  normalizeStatus,
} from '../../contract/ideas/ideas.ts';
import { levelNames } from '../../contract/ideas/levels.ts';
import { describeStep } from '../../contract/ideas/step-text.ts';
import { formatTimeFrame } from '../../contract/ideas/time-frames.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { formatDisclosure } from './disclosure.ts';
import { formatLessonTag, formatResultLevel } from './result-labels.ts';

/** A changed field with its old and new value. */
export type FieldChange = Pick<RevisionChange, 'field' | 'old' | 'new'>;

/** A change in plain words: "Invalidation 1.0820 → 1.0850", or "Notes edited" where the values are too long. */
type FormattedChange = { label: string; from: string; to: string } | { label: string; did: string };

const asText = (value: unknown): string =>
  value === null || value === undefined || value === '' ? 'none' : String(value);
const statusText = (value: unknown) => asText(normalizeStatus(value as IdeaStatus));
const orientationText = (value: unknown) =>
  value === 'BUY' || value === 'SELL' ? formatOrientation(value) : asText(value);

const levelText = (value: unknown) => (value ? formatResultLevel(String(value)).toLowerCase() : 'none');
const tagText = (value: unknown) => (value ? formatLessonTag(String(value)) : 'none');
const timeText = (value: unknown) => (value ? absoluteTime(String(value)) : 'none');

/** Fields whose values are short enough to show. */
const comparedFields: Record<string, { label: string; show?: (value: unknown) => string }> = {
  ...Object.fromEntries(Object.entries(levelNames).map(([field, name]) => [field, { label: name }])),
  status: { label: 'Status', show: statusText },
  order_type: { label: 'Orientation', show: orientationText },
  pair: { label: 'Pair' },
  time_frame: { label: 'Time frame', show: (value) => formatTimeFrame(asText(value)) },
  idea_type: { label: 'Type' },
  market_type: { label: 'Market' },
  educator_name: { label: 'Educator' },
  disclosure: {
    label: "Educator's own position",
    show: (value) => formatDisclosure(value as Disclosure | null),
  },
  result_level: { label: 'Level reached', show: levelText },
  result_at: { label: 'Reached at', show: timeText },
  lesson_tag: { label: 'Topic of the lesson', show: tagText },
};
const namedFields: Record<string, string> = {
  notes: 'Notes',
  image_urls: 'Photos',
  video_url: 'Video',
  audio_url: 'Voice explanation',
  lesson: 'Lesson',
};

const isNone = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const formatChange = ({ field, old, new: next }: FieldChange): FormattedChange => {
  const compared = comparedFields[field];
  if (compared) {
    const show = compared.show ?? asText;
    return { label: compared.label, from: show(old), to: show(next) };
  }
  if (field === 'steps') {
    const step = (next as readonly IdeaStep[] | null)?.[(old as readonly IdeaStep[] | null)?.length ?? 0];
    return { label: 'Update:', did: step ? describeStep(step) : 'a step less' };
  }
  const label = namedFields[field] ?? field.replaceAll('_', ' ');
  if (isNone(old)) return { label, did: 'added' };
  return { label, did: isNone(next) ? 'removed' : field === 'notes' ? 'edited' : 'changed' };
};
