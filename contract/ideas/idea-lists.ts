import { isPublic } from '../educators/visibility.ts';
import type { RouteQuery } from '../shared/route.ts';
import { getReportedMarket, isCompleted, type listIdeas, type TradeIdea, toIdeaResult } from './ideas.ts';
import { pairMatches } from './pairs.ts';

/** Which ideas a list contains: the query of `listIdeas` without pagination. */
export type IdeaFilter = Omit<RouteQuery<typeof listIdeas>, 'cursor' | 'limit'>;

/**
 * Whether an idea is in a list. The server's cached lists and the web app share this rule; a test checks that the SQL
 * of server/ideas/ideas-db.ts agrees.
 */
export const isListed = (idea: TradeIdea, filter: IdeaFilter): boolean => {
  const { educatorId, market, ideaType, state, status, pair, result } = filter;
  // Test data is listed only when its educator is requested (SPEC §6).
  if (educatorId === undefined ? !isPublic(idea.educator_id) : idea.educator_id !== educatorId) return false;
  if (market && market !== (state === 'completed' ? getReportedMarket(idea) : idea.market_type)) return false;
  if (ideaType && ideaType !== idea.idea_type) return false;
  if (state && (state === 'completed') !== isCompleted(idea.status)) return false;
  if (status && status !== idea.status) return false;
  if (result && result !== toIdeaResult(idea.status)) return false;
  return !pair || pairMatches(idea.pair, pair);
};

/** Newest first, then by id. ISO 8601 UTC times and lower-case UUIDs sort correctly as text. */
export const comesBefore = (
  a: { created_at: string; id: string },
  b: { created_at: string; id: string },
): boolean => (a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at);
