import { formatOrientation, type IdeaStatus, normalizeStatus } from '../../../contract/ideas.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { levelNames } from './ladder/ladder-text.ts';
import { resultLevelName } from './result-labels.ts';
import type { FieldChange } from './seen/read-state.ts';

/** A change in plain words: "invalidation 1.0820 → 1.0850", or "notes rewritten" where the values are too long. */
export type ChangeWords = { label: string; from: string; to: string } | { label: string; did: string };

const statusWords: Partial<Record<IdeaStatus, string>> = { invalid: 'invalidated' };
const asText = (value: unknown): string =>
  value === null || value === undefined || value === '' ? 'none' : String(value);
const statusText = (value: unknown) => {
  const status = normalizeStatus(value as IdeaStatus);
  return statusWords[status] ?? asText(status);
};
const orientationText = (value: unknown) =>
  value === 'BUY' || value === 'SELL' ? formatOrientation(value) : asText(value);

const levelText = (value: unknown) => (value ? resultLevelName(String(value)).toLowerCase() : 'none');
const timeText = (value: unknown) => (value ? absoluteTime(String(value), Date.now()) : 'none');

/** Fields whose values are short enough to stand side by side. */
const short: Record<string, { label: string; show?: (value: unknown) => string }> = {
  ...Object.fromEntries(
    Object.entries(levelNames).map(([field, name]) => [field, { label: name.toLowerCase() }]),
  ),
  status: { label: 'status', show: statusText },
  order_type: { label: 'orientation', show: orientationText },
  pair: { label: 'pair' },
  time_frame: { label: 'time frame' },
  idea_type: { label: 'type' },
  market_type: { label: 'market' },
  educator_name: { label: 'educator' },
  result_level: { label: 'level reached', show: levelText },
  result_at: { label: 'reached at', show: timeText },
};
const long: Record<string, string> = {
  notes: 'notes',
  image_urls: 'photos',
  video_url: 'video',
  audio_url: 'voice explanation',
  lesson: 'lesson',
};

const isNone = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const changeInWords = ({ field, old, new: next }: FieldChange): ChangeWords => {
  const known = short[field];
  if (known) {
    const show = known.show ?? asText;
    return { label: known.label, from: show(old), to: show(next) };
  }
  const label = long[field] ?? field.replaceAll('_', ' ');
  if (isNone(old)) return { label, did: 'added' };
  return { label, did: isNone(next) ? 'removed' : field === 'notes' ? 'rewritten' : 'changed' };
};

/** The same as one line of text. */
export const changeLine = (change: FieldChange): string => {
  const words = changeInWords(change);
  return 'did' in words ? `${words.label} ${words.did}` : `${words.label} ${words.from} → ${words.to}`;
};
