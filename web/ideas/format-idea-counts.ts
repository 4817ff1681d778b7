import type { IdeaList } from './idea-lists.ts';
import type { Idea } from './idea-model.ts';

/** "8 active · 1 invalid", of the ideas in a market. With a plus sign while more are loading; it breaks at the dot only. */
export const formatIdeaCounts = (ideas: readonly Pick<Idea, 'status'>[], more: IdeaList['more']): string => {
  const invalid = ideas.filter(({ status }) => status === 'invalid').length;
  const active = `${ideas.length - invalid}${more === 'none' ? '' : '+'}\u00a0active`;
  return invalid > 0 ? `${active} · ${invalid}\u00a0invalid` : active;
};
