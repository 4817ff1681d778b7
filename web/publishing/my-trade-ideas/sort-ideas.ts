import { describeResult } from '../../../contract/ideas/idea-result.ts';
import { ideaStatuses, normalizeStatus } from '../../../contract/ideas/ideas.ts';
import type { PushDeliveries } from '../../../contract/notifications/push.ts';
import type { Idea } from '../../ideas/idea-model.ts';

export const sortLabels = {
  pair: 'Pair',
  status: 'Status',
  r: 'R',
  published: 'Published',
  closed: 'Closed',
  deliveries: 'Deliveries',
};
export type SortKey = keyof typeof sortLabels;
export type Sort = { by: SortKey; descending: boolean };

/** Newest first, as in every list. */
export const defaultSort: Sort = { by: 'published', descending: true };

export type DeliveriesById = ReadonlyMap<string, PushDeliveries>;

/** What an idea is sorted by; null without a value. */
const sortValues: Record<SortKey, (idea: Idea, deliveries: DeliveriesById) => string | number | null> = {
  pair: ({ pair }) => pair.toUpperCase(),
  status: ({ status }) => ideaStatuses.indexOf(normalizeStatus(status)),
  r: (idea) => describeResult(idea)?.range?.low.toNumber() ?? null,
  published: ({ created_at }) => created_at,
  closed: ({ closed_at }) => closed_at,
  deliveries: ({ id }, deliveries) => deliveries.get(id)?.accepted ?? null,
};

/** Sorts ideas that are newest first. That order stays among equal ones, and those without a value are last. */
export const sortIdeas = (
  ideas: readonly Idea[],
  { by, descending }: Sort,
  deliveries: DeliveriesById,
): Idea[] => {
  const direction = descending ? -1 : 1;
  return ideas
    .map((idea) => ({ idea, value: sortValues[by](idea, deliveries) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return a.value === b.value ? 0 : a.value < b.value ? -direction : direction;
    })
    .map(({ idea }) => idea);
};

const startsAscending: readonly SortKey[] = ['pair', 'status'];

/** Selecting the current column reverses it. Numbers and times start with the largest. */
export const toggleSort = (current: Sort, by: SortKey): Sort => ({
  by,
  descending: current.by === by ? !current.descending : !startsAscending.includes(by),
});

/** "pair", or "-pair" if descending; undefined for the default. */
export const formatSort = ({ by, descending }: Sort): string | undefined =>
  by === defaultSort.by && descending === defaultSort.descending
    ? undefined
    : `${descending ? '-' : ''}${by}`;

export const parseSort = (text: string | undefined): Sort => {
  const descending = text?.startsWith('-') ?? false;
  const by = (Object.keys(sortLabels) as SortKey[]).find((key) => key === text?.slice(descending ? 1 : 0));
  return by ? { by, descending } : defaultSort;
};
