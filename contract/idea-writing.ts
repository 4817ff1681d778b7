import * as z from 'zod/mini';
import {
  ideaId,
  ideaStatus,
  ideaType,
  MAX_PAIR,
  MAX_TIME_FRAME,
  orderType,
  resultLevel,
  tradeIdea,
} from './ideas.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { market } from './markets.ts';
import { mediaSentences, mediaUrl, videoAddress } from './media.ts';
import { optionalPriceInput, priceInput } from './prices.ts';
import { defineRoute } from './route.ts';
import { personText, requiredText } from './text.ts';

/** What educators write of an idea. Apart from what is read, which every market view loads (TARGETS W2). */

/** SPEC §9. */
export const MAX_PHOTOS = 3;
export const MAX_NOTES = 5_000;
export const MAX_LESSON = 300;

const NOT_A_TIME = 'When the level was reached must be a time like 2026-01-31T14:00:00.000Z';
/** ISO 8601 in UTC. By hand, because zod's own brings two kilobytes of expressions, and zod is in a file every page loads. */
const utcTime = z.string({ error: NOT_A_TIME }).check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, { error: NOT_A_TIME }),
  z.refine((text) => !Number.isNaN(Date.parse(text)), { error: NOT_A_TIME }),
);

const photos = z.array(mediaUrl('image', 'A photo must be an uploaded image')).check(
  z.maxLength(MAX_PHOTOS, { error: mediaSentences.tooManyPhotos.text }),
  z.refine((urls) => new Set(urls).size === urls.length, { error: 'The same photo stands there twice' }),
);
const voice = mediaUrl('audio', 'The voice explanation must be an uploaded recording');
/** What an educator may write. Uploads must be their own: the server looks that up. */
const writable = {
  pair: requiredText('Pair', MAX_PAIR),
  time_frame: requiredText('Time frame', MAX_TIME_FRAME),
  order_type: orderType,
  idea_type: ideaType,
  market_type: market,
  entry_1: priceInput,
  entry_2: optionalPriceInput,
  invalidation_level: priceInput,
  exit_1: priceInput,
  exit_2: optionalPriceInput,
  exit_3: optionalPriceInput,
  notes: z.nullable(personText('Notes', MAX_NOTES)),
  /** The first is the cover. */
  image_urls: photos,
  audio_url: z.nullable(voice),
  video_url: z.nullable(videoAddress('Video link')),
};

/** SPEC §5: required to create; the rest has defaults. */
export const requiredIdeaFields = ['pair', 'time_frame', 'entry_1', 'invalidation_level', 'exit_1'] as const;

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
});
export type NewIdea = z.output<typeof newIdea>;
export type NewIdeaInput = z.input<typeof newIdea>;

/** Any changed fields, and the status. At least one. */
export const ideaChanges = z
  .partial(
    z.object({
      ...writable,
      // Absent means unchanged here, null means taken away; in a new idea both mean none.
      entry_2: z.nullable(priceInput),
      exit_2: z.nullable(priceInput),
      exit_3: z.nullable(priceInput),
      status: ideaStatus,
      // Only with a completed status; a change of status that says nothing of them takes them away.
      result_level: z.nullable(resultLevel),
      result_at: z.nullable(utcTime),
      lesson: z.nullable(personText('Lesson', MAX_LESSON)),
    }),
  )
  .check(
    z.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error: 'Nothing to change',
    }),
  );
export type IdeaChanges = z.output<typeof ideaChanges>;
export type IdeaChangesInput = z.input<typeof ideaChanges>;

export const createIdea = defineRoute({
  method: 'POST',
  path: '/api/trade-ideas',
  access: 'educator',
  summary: 'Publish a trade idea. The same Idempotency-Key with the same body answers the first idea again',
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
  summary: 'Change fields or the status of an own idea; If-Match names the version the change was made on',
  failure: 'Failed to update trade idea',
  bodyLimit: 64 * 1024,
  params: ideaId,
  headers: z.looseObject({
    'if-match': z.optional(
      z.string().check(z.regex(/^"\d{1,9}"$/, { error: 'If-Match is the version in quotes' })),
    ),
  }),
  body: ideaChanges,
  status: 200,
  response: tradeIdea,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
});

export const deleteIdea = defineRoute({
  method: 'DELETE',
  path: '/api/trade-ideas/:id',
  access: 'owner',
  summary: 'Delete an own idea; its revisions stay in the ledger',
  failure: 'Failed to delete trade idea',
  params: ideaId,
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
