import { type IdeaFilter, isListed } from '../../contract/ideas/idea-lists.ts';
import { listIdeas, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { routeUrl } from '../../contract/shared/route.ts';

/** The key of a list: its URL, which begins with SPEC §4's prefix. */
export const ideaListKey = (filter: IdeaFilter): readonly [string] => [routeUrl(listIdeas, {}, filter)];

/** The filter of a list's URL; null for any other URL. */
export const parseListUrl = (url: unknown): IdeaFilter | null => {
  if (typeof url !== 'string') return null;
  const [path, search = ''] = url.split('?', 2);
  if (path !== listIdeas.path) return null;
  return Object.fromEntries(new URLSearchParams(search)) as IdeaFilter;
};

/** What a customer sees of a market: no test data (SPEC §6), nothing completed, invalid ideas last (SPEC §10). */
export const selectMarketView = (rows: readonly TradeIdea[]): TradeIdea[] => {
  const shown = rows.filter((idea) => isListed(idea, { state: 'active' }));
  return [
    ...shown.filter(({ status }) => status !== 'invalid'),
    ...shown.filter(({ status }) => status === 'invalid'),
  ];
};
