import * as z from 'zod/mini';
import { idempotencyHeaders } from './idempotency.ts';
import { market } from './markets.ts';
import { mediaSentences, mediaUrl, videoAddress } from './media.ts';
import { optionalPriceInput, price, priceInput } from './prices.ts';
import { defineRoute } from './route.ts';
import { personText, requiredText } from './text.ts';

/** SPEC §3: stored as BUY or SELL, displayed as Bullish or Bearish. */
export const orderTypes = ['BUY', 'SELL'] as const;
export const orderType = z.enum(orderTypes);
export type OrderType = (typeof orderTypes)[number];
export const orientationOf = (order: OrderType) => (order === 'BUY' ? 'Bullish' : 'Bearish');

export const ideaTypes = ['Leverage', 'Exchange'] as const;
export const ideaType = z.enum(ideaTypes);
export type IdeaType = (typeof ideaTypes)[number];

/** SPEC §4: values in use, then the legacy values that are still read. */
export const ideaStatuses = [
  'active',
  'pending',
  'successful',
  'unsuccessful',
  'invalid',
  'success',
  'failure',
  'completed',
] as const;
export const ideaStatus = z.enum(ideaStatuses);
export type IdeaStatus = (typeof ideaStatuses)[number];

/** SPEC §4: these count as completed; all others are active and appear to customers. */
export const completedStatuses = [
  'successful',
  'unsuccessful',
  'success',
  'failure',
  'completed',
] as const satisfies readonly IdeaStatus[];
export const isCompleted = (status: IdeaStatus): boolean =>
  (completedStatuses as readonly IdeaStatus[]).includes(status);

/** `success` and `failure` (SPEC §7's PUT) are stored as successful and unsuccessful. */
export const storedStatus = (status: IdeaStatus): IdeaStatus =>
  status === 'success' ? 'successful' : status === 'failure' ? 'unsuccessful' : status;

/** How a completed idea ended. The legacy value `completed` says only that it did: it is neither. */
export const ideaResults = ['successful', 'unsuccessful'] as const;
export const ideaResult = z.enum(ideaResults);
export type IdeaResult = (typeof ideaResults)[number];
export const resultOf = (status: IdeaStatus): IdeaResult | null =>
  ideaResults.find((result) => result === storedStatus(status)) ?? null;
/** Every stored value that means this result. */
export const statusesOf = (result: IdeaResult): IdeaStatus[] =>
  completedStatuses.filter((status) => resultOf(status) === result);

/** SPEC §4: "Leverage Ideas (Forex)": where a completed idea went. */
export const categoryName = (idea: { idea_type: IdeaType }, listedUnder: string): string =>
  `${idea.idea_type} Ideas (${listedUnder})`;

/** SPEC §4: the sentence an invalid idea carries. */
export const invalidationSentence = (idea: { order_type: OrderType; invalidation_level: string }): string =>
  `Idea invalidated as price broke ${idea.order_type === 'BUY' ? 'below' : 'above'} ${idea.invalidation_level}. Looking for new setups.`;

/** SPEC §9. */
export const MAX_PHOTOS = 3;
export const MAX_NOTES = 5_000;
export const MAX_PAIR = 30;
export const MAX_TIME_FRAME = 20;

/** Where an idea ended: the level price reached, by the name of its field. Kept beside the status, never instead of it. */
export const resultLevels = ['invalidation_level', 'entry_1', 'exit_1', 'exit_2', 'exit_3'] as const;
export const resultLevel = z.enum(resultLevels);
export type ResultLevel = (typeof resultLevels)[number];
export const MAX_LESSON = 300;

const NOT_A_TIME = 'When the level was reached must be a time like 2026-01-31T14:00:00.000Z';
/** ISO 8601 in UTC. By hand, because zod's own brings two kilobytes of expressions to every market view. */
const utcTime = z.string({ error: NOT_A_TIME }).check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, { error: NOT_A_TIME }),
  z.refine((text) => !Number.isNaN(Date.parse(text)), { error: NOT_A_TIME }),
);

/** A row of trade_ideas as it travels: SPEC §3's names; times ISO 8601 in UTC, prices decimals in strings. */
export const tradeIdea = z.object({
  id: z.string(),
  educator_id: z.string(),
  educator_name: z.string(),
  pair: z.string(),
  time_frame: z.string(),
  order_type: orderType,
  idea_type: ideaType,
  market_type: market,
  entry_1: price,
  entry_2: z.nullable(price),
  invalidation_level: price,
  exit_1: price,
  exit_2: z.nullable(price),
  exit_3: z.nullable(price),
  status: ideaStatus,
  notes: z.nullable(z.string()),
  image_urls: z.array(z.string()),
  video_url: z.nullable(z.string()),
  audio_url: z.nullable(z.string()),
  /** What the educator said of the result when they closed the idea, each part optional; null while it is open. */
  result_level: z.nullable(resultLevel),
  result_at: z.nullable(z.string()),
  lesson: z.nullable(z.string()),
  /** Legacy columns completed ideas may carry. */
  take_profit_1: z.nullable(price),
  take_profit_2: z.nullable(price),
  take_profit_3: z.nullable(price),
  photo_url: z.nullable(z.string()),
  chart_url: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.nullable(z.string()),
  /** Counts up with each change; `If-Match` names it. */
  version: z.number(),
});
export type TradeIdea = z.infer<typeof tradeIdea>;

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

/** One change of one idea, as the ledger keeps it (DESIGN §4). */
export const ideaRevision = z.object({
  /** Place in the ledger, counted from 1 over all ideas. */
  number: z.number(),
  idea_id: z.string(),
  version: z.number(),
  action: z.enum(['created', 'changed', 'deleted']),
  at: z.string(),
  educator_id: z.string(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
  /** SHA-256 of the changes; prev_hash and hash chain the revisions (contract/ledger.ts). All hex. */
  digest: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
});
export type IdeaRevision = z.infer<typeof ideaRevision>;

const ideaId = z.object({ id: z.guid({ error: 'Not an id' }) });

/** Which ideas a list holds: `active` is newest first and complete in one page up to 500, history goes by cursor. */
export const ideaStates = ['active', 'completed'] as const;
export const listIdeas = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas',
  access: 'signedIn',
  summary: 'Trade ideas, newest first',
  failure: 'Failed to get trade ideas',
  query: z.object({
    educatorId: z.optional(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, { error: 'Educator ID is required and must be valid' })),
    ),
    market: z.optional(market),
    ideaType: z.optional(ideaType),
    state: z.optional(z.enum(ideaStates)),
    /** Any part of the pair; case and separators do not matter (contract/pairs.ts). */
    pair: z.optional(z.string().check(z.maxLength(MAX_PAIR, { error: 'That is longer than any pair' }))),
    /** How the idea ended. */
    result: z.optional(ideaResult),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(
      z.string().check(z.regex(/^[1-9]\d{0,2}$/, { error: 'A limit is a number from 1 to 500' })),
    ),
  }),
  status: 200,
  response: z.array(tradeIdea),
  errors: ['INVALID_CURSOR'],
});

export const getIdea = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas/:id',
  access: 'signedIn',
  summary: 'One trade idea',
  failure: 'Failed to get trade ideas',
  params: ideaId,
  status: 200,
  response: tradeIdea,
  errors: ['NOT_FOUND'],
});

export const listIdeaRevisions = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas/:id/revisions',
  access: 'signedIn',
  summary: 'Everything that ever changed on one idea, oldest first',
  failure: 'Failed to get trade ideas',
  params: ideaId,
  status: 200,
  response: z.array(ideaRevision),
  errors: ['NOT_FOUND'],
});

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
