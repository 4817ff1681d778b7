import type { Idea } from './idea-model.ts';
import type { IdeaList } from './use-ideas.ts';

/** "8 active · 1 invalidated", of the ideas in a market. With a plus sign while more are loading; it breaks at the dot only. */
export const formatIdeaCounts = (ideas: readonly Pick<Idea, 'status'>[], more: IdeaList['more']): string => {
  const invalidated = ideas.filter(({ status }) => status === 'invalid').length;
  const active = `${ideas.length - invalidated}${more === 'none' ? '' : '+'}\u00a0active`;
  return invalidated > 0 ? `${active} · ${invalidated}\u00a0invalidated` : active;
};
