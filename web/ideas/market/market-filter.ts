import * as z from 'zod/mini';
import { DEFAULT_EDUCATOR_NAME, type Educator } from '../../../contract/educators/educators.ts';
import { formatOrientation } from '../../../contract/ideas/ideas.ts';
import { compareTimeFrames } from '../../../contract/ideas/time-frames.ts';
import { toOptions } from '../../shared/ui/select.tsx';
import type { Idea } from '../idea-model.ts';

/** What the reader keeps; undefined until loaded, when it filters nothing. */
export type KeptByReader = {
  followed: readonly string[] | undefined;
  bookmarked: readonly string[] | undefined;
};

const text = z.optional(z.string());

/** The selected values in the address. */
export const marketFilter = z.object({
  educator: text,
  direction: text,
  type: text,
  timeframe: text,
  followed: text,
  bookmarked: text,
});

export type MarketFilter = z.infer<typeof marketFilter>;

/** What of the filter makes sense in another market too. */
export const keepForOtherMarket = (filter: MarketFilter): MarketFilter => ({
  ...filter,
  educator: undefined,
});

export const matchesFilters = (idea: Idea, filter: MarketFilter, kept: KeptByReader): boolean =>
  (!filter.educator || idea.educator_id === filter.educator) &&
  (!filter.direction || formatOrientation(idea.order_type) === filter.direction) &&
  (!filter.type || idea.idea_type === filter.type) &&
  (!filter.timeframe || idea.time_frame === filter.timeframe) &&
  (!filter.followed || !kept.followed || kept.followed.includes(idea.educator_id)) &&
  (!filter.bookmarked || !kept.bookmarked || kept.bookmarked.includes(idea.id));

const findEducatorName = (id: string, ideas: readonly Idea[], educators: ReadonlyMap<string, Educator>) =>
  ideas.find(({ educator_id }) => educator_id === id)?.educator_name ??
  educators.get(id)?.fullName ??
  DEFAULT_EDUCATOR_NAME;

/** The values that occur among the ideas, and the selected ones. */
export const listChoices = (
  ideas: readonly Idea[],
  filter: MarketFilter,
  educators: ReadonlyMap<string, Educator>,
) => {
  const list = (getValue: (idea: Idea) => string, selected: string | undefined) => [
    ...new Set([...ideas.map(getValue), ...(selected ? [selected] : [])]),
  ];
  return {
    educator: list(({ educator_id }) => educator_id, filter.educator)
      .map((value) => ({ value, label: findEducatorName(value, ideas, educators) }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    direction: toOptions(list(({ order_type }) => formatOrientation(order_type), filter.direction).sort()),
    type: toOptions(list(({ idea_type }) => idea_type, filter.type).sort()),
    timeframe: toOptions(list(({ time_frame }) => time_frame, filter.timeframe).sort(compareTimeFrames)),
  };
};
