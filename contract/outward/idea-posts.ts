import * as z from 'zod/mini';
import { ideaId } from '../ideas/ideas.ts';
import { defineRoute } from '../shared/route.ts';

/** Where the operator has ideas posted: a group, or a program that takes webhooks. */
export const destinationKinds = ['telegram', 'discord', 'slack', 'webhook'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** What a destination may want. `closed` is also an idea that became invalid, or whose result was corrected. */
export const outwardEvents = ['published', 'changed', 'step', 'closed', 'message'] as const;
export type OutwardEvent = (typeof outwardEvents)[number];

/** `uncertain`: no answer, so it may stand there; sending it again could post it twice. */
export const postStates = ['waiting', 'sent', 'uncertain', 'failed'] as const;

const ideaPost = z.object({
  destination: z.string(),
  event: z.enum(outwardEvents),
  state: z.enum(postStates),
  /** Why it waits, is uncertain or failed. */
  reason: z.nullable(z.string()),
  at: z.string(),
});
export type IdeaPost = z.infer<typeof ideaPost>;

export const listIdeaPosts = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas/:id/posts',
  access: 'owner',
  summary: 'Posts about your own idea in messaging groups, newest first',
  failure: 'Failed to get posts',
  params: ideaId,
  response: z.array(ideaPost),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});
