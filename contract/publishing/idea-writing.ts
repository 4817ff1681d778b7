import * as z from 'zod/mini';
import {
  disclosure,
  hasEnded,
  ideaId,
  ideaStatus,
  ideaType,
  lessonTag,
  MAX_PAIR,
  MAX_STEPS,
  MAX_TIME_FRAME,
  orderType,
  resultLevel,
  type TradeIdea,
  tradeIdea,
} from '../ideas/ideas.ts';
import { market } from '../ideas/markets.ts';
import { optionalPriceInput, priceInput } from '../ideas/prices.ts';
import { MAX_PHOTOS, mediaMessages, mediaUrl, videoUrl } from '../media/media.ts';
import { idempotencyHeaders } from '../shared/idempotency.ts';
import { defineRoute } from '../shared/route.ts';
import { optionalText, plainText, requiredText, utcTime } from '../shared/text.ts';

/** What educators write. Separate from ideas.ts, which every market view loads (TARGETS W2). */

/** SPEC §9. */
export const MAX_IDEA_NOTES = 5_000;
export const MAX_LESSON = 300;

const RESULT_TIME_ERROR = 'Enter the time as ISO 8601 in UTC, e.g. 2026-01-31T14:00:00.000Z';

const photos = z.array(mediaUrl('image', 'A photo must be an uploaded image')).check(
  z.maxLength(MAX_PHOTOS, { error: mediaMessages.tooManyPhotos.text }),
  z.refine((urls) => new Set(urls).size === urls.length, { error: "You've added this photo twice" }),
);
const voice = mediaUrl('audio', 'The voice explanation must be an uploaded recording');
/** Fields an educator may write. The server checks that uploads are their own. */
const writable = {
  pair: plainText('Pair', MAX_PAIR),
  time_frame: plainText('Time frame', MAX_TIME_FRAME),
  order_type: orderType,
  idea_type: ideaType,
  market_type: market,
  entry_1: priceInput,
  entry_2: optionalPriceInput,
  invalidation_level: priceInput,
  exit_1: priceInput,
  exit_2: optionalPriceInput,
  exit_3: optionalPriceInput,
  notes: z.nullable(optionalText('Notes', MAX_IDEA_NOTES)),
  /** The first photo is the cover. */
  image_urls: photos,
  audio_url: z.nullable(voice),
  video_url: z.nullable(videoUrl('Video link')),
  disclosure,
};

/** SPEC §5: required to create an idea; the other fields have defaults. */
export const requiredIdeaFields = ['pair', 'time_frame', 'entry_1', 'invalidation_level', 'exit_1'] as const;

/** The message where the operator requires a disclosure (contract/shared/config.ts). */
export const DISCLOSURE_REQUIRED = 'My own position is required';

export const newIdea = z.object({
  ...writable,
  /** SPEC §9's defaults. */
  order_type: z._default(orderType, 'BUY'),
  idea_type: z._default(ideaType, 'Leverage'),
  market_type: z._default(market, 'Crypto'),
  notes: z._default(writable.notes, null),
  image_urls: z._default(photos, []),
  audio_url: z._default(writable.audio_url, null),
  video_url: z._default(writable.video_url, null),
  disclosure: z._default(disclosure, 'not_stated'),
});
export type NewIdea = z.output<typeof newIdea>;
export type NewIdeaInput = z.input<typeof newIdea>;

/** Any changed fields and the status; at least one. */
export const ideaChanges = z
  .partial(
    z.object({
      ...writable,
      // Absent means unchanged here and null clears the level; in a new idea both mean none.
      entry_2: z.nullable(priceInput),
      exit_2: z.nullable(priceInput),
      exit_3: z.nullable(priceInput),
      status: ideaStatus,
      // Only with a completed status; a status change without them clears them.
      result_level: z.nullable(resultLevel),
      result_at: z.nullable(utcTime(RESULT_TIME_ERROR)),
      lesson: z.nullable(optionalText('Lesson', MAX_LESSON)),
      lesson_tag: z.nullable(lessonTag),
    }),
  )
  .check(
    z.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error: 'Nothing to change',
    }),
  );
export type IdeaChanges = z.output<typeof ideaChanges>;
export type IdeaChangesInput = z.input<typeof ideaChanges>;

const version = z
  .string({ error: 'If-Match must be the version in quotes' })
  .check(z.regex(/^(?:W\/)?"\d{1,9}"$/, { error: 'If-Match must be the version in quotes' }));

export const createIdea = defineRoute({
  method: 'POST',
  path: '/api/trade-ideas',
  access: 'educator',
  limit: 'publication',
  summary: 'Publish a trade idea. Repeating the Idempotency-Key with the same body returns the first idea',
  failure: 'Failed to submit trade idea',
  bodyLimit: 64 * 1024,
  headers: idempotencyHeaders,
  body: newIdea,
  status: 201,
  response: tradeIdea,
  errors: ['MISSING_FIELDS', 'IDEMPOTENCY_KEY_REUSED'],
});

export const updateIdea = defineRoute({
  method: 'PUT',
  path: '/api/trade-ideas/:id',
  access: 'owner',
  summary: 'Change fields or the status of your own idea; If-Match takes the version the change is based on',
  failure: 'Failed to update trade idea',
  bodyLimit: 64 * 1024,
  params: ideaId,
  headers: z.looseObject({ 'if-match': z.optional(version) }),
  body: ideaChanges,
  response: tradeIdea,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
});

export const MAX_STEP_LINE = 200;
/** What is left of a position after an exit is at least one percent. */
const SHARE_ERROR = 'Enter a share from 1 to 99 %';
const isShare = (percent: number) => Number.isInteger(percent) && percent >= 1 && percent <= 99;
const share = z.number({ error: SHARE_ERROR }).check(z.refine(isShare, { error: SHARE_ERROR }));
const newStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entry_filled') }),
  z.object({ kind: z.literal('exit_taken'), level: z.enum(['exit_1', 'exit_2', 'exit_3']), share }),
  z.object({ kind: z.literal('rest_closed') }),
  z.object({ kind: z.literal('line'), text: requiredText('Text', MAX_STEP_LINE) }),
]);
export type NewStep = z.output<typeof newStep>;

/** Why an open idea can't have this step; null if it can. */
export const explainStep = (
  { steps, status, ...levels }: Pick<TradeIdea, 'steps' | 'status' | 'exit_1' | 'exit_2' | 'exit_3'>,
  step: NewStep,
): string | null => {
  if (hasEnded(status)) return 'Only an active idea can have steps';
  if (steps.length >= MAX_STEPS) return `An idea can have ${MAX_STEPS} steps`;
  if (step.kind === 'entry_filled' && steps.some(({ kind }) => kind === 'entry_filled'))
    return 'You have reported the entry already';
  const last = steps.at(-1);
  if (step.kind === 'line' && last?.kind === 'line' && last.text === step.text)
    return 'Your last update says the same';
  if (step.kind !== 'exit_taken' && step.kind !== 'rest_closed') return null;
  if (steps.some(({ kind }) => kind === 'rest_closed')) return 'The rest is closed already';
  const taken = steps.filter((one) => one.kind === 'exit_taken');
  if (step.kind === 'rest_closed') return taken.length > 0 ? null : 'Nothing was closed at an exit';
  if (!isShare(step.share)) return SHARE_ERROR;
  if (levels[step.level] === null) return "This idea doesn't have that level";
  if (taken.some(({ level }) => level === step.level)) return 'You have reported this exit already';
  const sum = taken.reduce((total, one) => total + one.share, step.share);
  return sum > 99 ? `${99 - (sum - step.share)} % of the position are left to close` : null;
};

export const addIdeaStep = defineRoute({
  method: 'POST',
  path: '/api/trade-ideas/:id/steps',
  access: 'owner',
  summary:
    'Tell how your own open idea goes: entry filled, an exit taken with the rest running, the rest closed at entry, or a line',
  failure: 'Failed to update trade idea',
  params: ideaId,
  body: newStep,
  response: tradeIdea,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

/** How long the button that undoes a change is shown. */
export const UNDO_BUTTON_MS = 10_000;
/** Longer, so that a press at its end arrives in time. Notifications about the change wait until then. */
export const UNDO_ACCEPTED_MS = UNDO_BUTTON_MS + 2_000;

export const undoIdeaChange = defineRoute({
  method: 'POST',
  path: '/api/trade-ideas/:id/undo',
  access: 'owner',
  summary: 'Undo the last change of your own idea within ten seconds; If-Match takes the version it made',
  failure: 'Failed to undo the change',
  params: ideaId,
  headers: z.looseObject({ 'if-match': version }),
  response: tradeIdea,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'UNDO_EXPIRED'],
});

export const deleteIdea = defineRoute({
  method: 'DELETE',
  path: '/api/trade-ideas/:id',
  access: 'owner',
  summary: 'Delete your own idea; its revisions stay in the ledger',
  failure: 'Failed to delete trade idea',
  params: ideaId,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
