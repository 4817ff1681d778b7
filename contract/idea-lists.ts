import { HIDDEN_EDUCATOR_ID } from './educators.ts';
import { type IdeaResult, type IdeaType, isCompleted, resultOf, type TradeIdea } from './ideas.ts';
import { historyMarket, type Market } from './markets.ts';
import { pairMatches } from './pairs.ts';

/** Which ideas a list holds: the query of `listIdeas` without its page. */
export type IdeaFilter = {
  educatorId?: string | undefined;
  market?: Market | undefined;
  ideaType?: IdeaType | undefined;
  state?: 'active' | 'completed' | undefined;
  /** Any part of the pair. */
  pair?: string | undefined;
  result?: IdeaResult | undefined;
};

/**
 * Whether an idea is in a list. The only statement of the rule in code: the server's cached lists and the web app's
 * use it, and a test holds the SQL of server/ideas/ideas-db.ts to it.
 */
export const isListed = (idea: TradeIdea, filter: IdeaFilter): boolean => {
  const { educatorId, market, ideaType, state, pair, result } = filter;
  // Test data is listed only where its educator is asked for (SPEC §6).
  if (educatorId === undefined ? idea.educator_id === HIDDEN_EDUCATOR_ID : idea.educator_id !== educatorId)
    return false;
  // A completed index pair is listed under Forex (SPEC §7), an active one under its own market.
  if (market && market !== (state === 'completed' ? historyMarket(idea) : idea.market_type)) return false;
  if (ideaType && ideaType !== idea.idea_type) return false;
  if (state && (state === 'completed') !== isCompleted(idea.status)) return false;
  if (result && result !== resultOf(idea.status)) return false;
  return pairMatches(idea.pair, pair ?? '');
};
