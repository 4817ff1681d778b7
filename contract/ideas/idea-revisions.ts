import * as z from 'zod/mini';
import { numberCursor } from '../shared/paging.ts';
import { defineRoute } from '../shared/route.ts';
import { ideaId } from './ideas.ts';

/** A field's values. What a copy of the ledger may leave out has a digest, which stands for the rest then. */
export const revisionChange = z.object({
  field: z.string(),
  old: z.optional(z.unknown()),
  new: z.optional(z.unknown()),
  /** Random, as below. */
  salt: z.optional(z.string()),
  /** SHA-256 of the rest (contract/record/ledger.ts), hex. */
  digest: z.optional(z.string()),
});
export type RevisionChange = z.infer<typeof revisionChange>;

/** One change of one idea in the ledger (DESIGN §4). */
export const ideaRevision = z.object({
  /** Position in the ledger, starting at 1, over all ideas. */
  number: z.number(),
  idea_id: z.string(),
  version: z.number(),
  /**
   * `undone` takes back the change before it, which then counts nowhere (contract/ideas/idea-timeline.ts). `checked` changes
   * nothing: its fields are what prices say of the result (contract/candles/price-check.ts).
   */
  action: z.enum(['created', 'changed', 'undone', 'checked', 'deleted']),
  at: z.string(),
  educator_id: z.string(),
  changes: z.array(revisionChange),
  /** Random, so that the digest confirms no guess. Hex. */
  salt: z.string(),
  /** SHA-256 of the content; prev_hash and hash chain the revisions (contract/record/ledger.ts). All hex. */
  digest: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
});
export type IdeaRevision = z.infer<typeof ideaRevision>;

/** A page stays below 400 kB even if every change replaces the longest notes. */
export const REVISIONS_PAGE = 10;

export const listIdeaRevisions = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas/:id/revisions',
  access: 'signedIn',
  summary: 'The newest changes of one idea, oldest first; Link rel="next" leads to the page before them',
  failure: 'Failed to get trade ideas',
  params: ideaId,
  /** The ledger number before which the page ends. */
  query: z.object({
    cursor: numberCursor,
  }),
  response: z.array(ideaRevision),
  errors: ['NOT_FOUND'],
});
