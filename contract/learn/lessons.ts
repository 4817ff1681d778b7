import * as z from 'zod/mini';
import { educatorId } from '../educators/educators.ts';
import { ideaResult, lessonTags, MAX_PAIR, tradeIdea } from '../ideas/ideas.ts';
import { pageCursor } from '../shared/paging.ts';
import { defineRoute } from '../shared/route.ts';

export const LESSONS_PAGE = 24;

/** `none`: lessons without a topic. */
export const lessonTopics = [...lessonTags, 'none'] as const;
export type LessonTopic = (typeof lessonTopics)[number];

const filter = {
  educatorId: z.optional(educatorId),
  result: z.optional(ideaResult),
  /** Any part of the pair; case and separators are ignored (contract/ideas/pairs.ts). */
  pair: z.optional(z.string().check(z.maxLength(MAX_PAIR, { error: `Use ${MAX_PAIR} characters or fewer` }))),
};

export const listLessons = defineRoute({
  method: 'GET',
  path: '/api/lessons',
  access: 'signedIn',
  summary:
    'Closed ideas with a lesson or its topic, last closed first; Link rel="next" leads to the next page',
  failure: 'Failed to get lessons',
  query: z.object({
    ...filter,
    topic: z.optional(z.enum(lessonTopics)),
    cursor: pageCursor,
  }),
  response: z.array(tradeIdea),
  errors: ['INVALID_CURSOR'],
});

export const countLessons = defineRoute({
  method: 'GET',
  path: '/api/lessons/topics',
  access: 'signedIn',
  summary: 'How many closed ideas are behind each topic, and how many of them were losses',
  failure: 'Failed to get lessons',
  query: z.object(filter),
  response: z.array(z.object({ topic: z.enum(lessonTopics), ideas: z.number(), losses: z.number() })),
});
export type TopicCount = z.infer<typeof countLessons.response>[number];
