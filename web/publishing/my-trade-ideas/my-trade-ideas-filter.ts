import * as z from 'zod/mini';
import { hasEnded, ideaTypes, MAX_PAIR, normalizeStatus } from '../../../contract/ideas/ideas.ts';
import { markets } from '../../../contract/ideas/markets.ts';
import { pairMatches } from '../../../contract/ideas/pairs.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { oneOf, textUpTo } from '../../shared/hooks/use-address-filter.ts';

/** Active includes pending ideas. */
const statusFilters = ['active', 'successful', 'unsuccessful', 'invalid'] as const;
export type StatusFilter = (typeof statusFilters)[number];

export const tableFilter = z.object({
  status: oneOf(statusFilters),
  market: oneOf(markets),
  type: oneOf(ideaTypes),
  pair: textUpTo(MAX_PAIR),
});
export type TableFilter = z.infer<typeof tableFilter>;

export const tableSort = z.object({ sort: z.optional(z.string()) });

export const matchesFilter = (idea: Idea, { status, market, type, pair }: TableFilter): boolean => {
  if (status === 'active' && hasEnded(idea.status)) return false;
  if (status && status !== 'active' && normalizeStatus(idea.status) !== status) return false;
  if (market && idea.market_type !== market) return false;
  if (type && idea.idea_type !== type) return false;
  return pairMatches(idea.pair, pair ?? '');
};
