import * as z from 'zod/mini';
import { ideaId, resultLevel } from '../ideas/ideas.ts';
import { price } from '../ideas/prices.ts';
import { defineRoute } from '../shared/route.ts';
import { optionalText } from '../shared/text.ts';
import { priceCheck } from './price-check.ts';

export const MAX_CHECK_COMMENT = 500;
/** How long only its educator sees a contradiction. */
export const CONTRADICTION_WAIT_MS = 24 * 3_600_000;

/** A level of an open idea that was touched, at the price it still has. Times are milliseconds since 1970. */
export const ownTouch = z.object({
  idea_id: z.string(),
  level: resultLevel,
  price,
  from: z.number(),
  to: z.number(),
  source: z.string(),
  /** Whether entry 1 was touched no later. */
  is_entered: z.boolean(),
});
export type OwnTouch = z.infer<typeof ownTouch>;

const ownContradiction = z.object({
  idea_id: z.string(),
  check: priceCheck,
  comment: z.string(),
  /** When everybody sees it. */
  shown_at: z.string(),
});
export type OwnContradiction = z.infer<typeof ownContradiction>;

export const getOwnPrices = defineRoute({
  method: 'GET',
  path: '/api/own-prices',
  access: 'educator',
  summary:
    'What prices say of your own ideas: touched levels of open ones, and contradictions that only you see yet',
  failure: 'Failed to get prices',
  response: z.object({ touches: z.array(ownTouch), contradictions: z.array(ownContradiction) }),
});

export const putCheckComment = defineRoute({
  method: 'PUT',
  path: '/api/trade-ideas/:id/check-comment',
  access: 'owner',
  summary: 'Comment on a contradiction before everybody sees it',
  failure: 'Failed to save. Please try again.',
  params: ideaId,
  body: z.object({ comment: optionalText('Comment', MAX_CHECK_COMMENT) }),
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'COMMENT_CLOSED'],
});
