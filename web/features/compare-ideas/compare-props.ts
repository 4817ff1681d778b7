import type { Idea } from '../../entities/idea/idea-model.ts';
import type { Sort, SortKey } from './compare-sort.ts';

/** What both shapes of the comparison are given: ideas in their order already. */
export type CompareProps = {
  ideas: readonly Idea[];
  sort: Sort;
  onSort: (by: SortKey) => void;
  onOpen: (idea: Idea) => void;
};
