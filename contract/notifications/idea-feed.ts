import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';

export const feedFormats = ['atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** `file` is a token of the kind `feed` and a format, such as `clk_….atom`. */
export const getIdeaFeed = defineRoute({
  method: 'GET',
  path: '/feeds/:file',
  access: 'public',
  summary:
    'The latest publications and closings as Atom (`.atom`) or JSON Feed (`.json`), at a secret address',
  failure: 'Failed to load this feed',
  params: z.object({ file: z.string() }),
  response: z.string(),
  errors: ['NOT_FOUND'],
});
