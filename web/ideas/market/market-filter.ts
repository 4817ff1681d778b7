import * as z from 'zod/mini';
import { DEFAULT_EDUCATOR_NAME, type Educator } from '../../../contract/educators/educators.ts';
import { formatOrientation } from '../../../contract/ideas/ideas.ts';
import { compareTimeFrames } from '../../../contract/ideas/time-frames.ts';
import type { AddressFilter } from '../../shared/hooks/use-address-filter.ts';
import type { Idea } from '../idea-model.ts';

/** What the reader keeps; undefined until loaded, when it filters nothing. */
export type KeptByReader = {
  followed: readonly string[] | undefined;
  bookmarked: readonly string[] | undefined;
};

type Educators = ReadonlyMap<string, Educator>;

/** One filter of the market view. Its value is in the address, under `parameter`. */
export type MarketFilter = {
  parameter: string;
  label: string;
  matches: (idea: Idea, value: string, kept: KeptByReader) => boolean;
  /** Kept when the reader changes the market. */
  fitsEveryMarket: boolean;
  /** Without choices the filter is a toggle. */
  choices?: Choices;
};

type Choices = {
  /** The choice that filters nothing. */
  any: string;
  getValue: (idea: Idea) => string;
  /** Without it a value is its own label. */
  getLabel?: (value: string, ideas: readonly Idea[], educators: Educators) => string;
  compare?: (a: string, b: string) => number;
};

const select = (filter: Omit<MarketFilter, 'matches'> & { choices: Choices }): MarketFilter => ({
  ...filter,
  matches: (idea, value) => filter.choices.getValue(idea) === value,
});

const findEducatorName = (id: string, ideas: readonly Idea[], educators: Educators): string =>
  ideas.find(({ educator_id }) => educator_id === id)?.educator_name ??
  educators.get(id)?.fullName ??
  DEFAULT_EDUCATOR_NAME;

/** Every filter of the market view. A further one needs no more than its entry here. */
export const marketFilters: readonly MarketFilter[] = [
  select({
    parameter: 'educator',
    label: 'Educator',
    fitsEveryMarket: false,
    choices: {
      any: 'All educators',
      getValue: ({ educator_id }) => educator_id,
      getLabel: findEducatorName,
    },
  }),
  select({
    parameter: 'direction',
    label: 'Direction',
    fitsEveryMarket: true,
    choices: { any: 'Any direction', getValue: ({ order_type }) => formatOrientation(order_type) },
  }),
  select({
    parameter: 'type',
    label: 'Idea type',
    fitsEveryMarket: true,
    choices: { any: 'Any type', getValue: ({ idea_type }) => idea_type },
  }),
  select({
    parameter: 'timeframe',
    label: 'Time frame',
    fitsEveryMarket: true,
    choices: {
      any: 'Any frame',
      getValue: ({ time_frame }) => time_frame,
      compare: compareTimeFrames,
    },
  }),
  {
    parameter: 'followed',
    label: 'Followed',
    fitsEveryMarket: true,
    matches: ({ educator_id }, _value, { followed }) => followed?.includes(educator_id) ?? true,
  },
  {
    parameter: 'bookmarked',
    label: 'Bookmarks',
    fitsEveryMarket: true,
    matches: ({ id }, _value, { bookmarked }) => bookmarked?.includes(id) ?? true,
  },
];

/** The selected values in the address. */
export const marketFilter = z.object(
  Object.fromEntries(marketFilters.map(({ parameter }) => [parameter, z.optional(z.string())])),
);

/** What of the filter makes sense in another market too. */
export const keepForOtherMarket = (values: AddressFilter): AddressFilter =>
  Object.fromEntries(
    marketFilters
      .filter(({ fitsEveryMarket }) => fitsEveryMarket)
      .map(({ parameter }) => [parameter, values[parameter]]),
  );

export const matchesFilters = (idea: Idea, values: AddressFilter, kept: KeptByReader): boolean =>
  marketFilters.every(({ parameter, matches }) => {
    const value = values[parameter];
    return !value || matches(idea, value, kept);
  });

/** The choices that occur among the ideas, and the selected one. */
export const listChoices = (
  { getValue, getLabel, compare }: Choices,
  ideas: readonly Idea[],
  selected: string,
  educators: Educators,
): { value: string; label: string }[] => {
  const values = new Set(ideas.map(getValue));
  if (selected) values.add(selected);
  return [...values]
    .map((value) => ({ value, label: getLabel?.(value, ideas, educators) ?? value }))
    .sort((a, b) => (compare ? compare(a.value, b.value) : a.label.localeCompare(b.label)));
};
