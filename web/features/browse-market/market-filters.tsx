import { type ReactNode, useId, useState } from 'react';
import { useEducators } from '../../entities/educator/use-educators.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { type FilterValues, listChoices, type MarketFilter, marketFilters, ON } from './market-filter.ts';

type FilterProps = {
  ideas: readonly Idea[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
};

const FilterField = ({
  filter: { parameter, label, choices },
  ideas,
  values,
  onChange,
}: FilterProps & { filter: MarketFilter }) => {
  const educators = useEducators();
  const value = values.get(parameter);
  const change = (next: string) => {
    const changed = new Map(values);
    if (next) changed.set(parameter, next);
    else changed.delete(parameter);
    onChange(changed);
  };
  if (!choices)
    return (
      <Button
        aria-pressed={value !== undefined}
        onClick={() => change(value ? '' : ON)}
        className="h-11.5 bg-sunken px-3.5 font-normal aria-pressed:border-accent aria-pressed:text-accent"
      >
        {label}
      </Button>
    );
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => change(event.target.value)}
      options={listChoices(choices, ideas, value, educators)}
      className="xl:max-w-50 xl:flex-1"
    >
      <option value="">{choices.any}</option>
    </Select>
  );
};

/** The filters of a market, in one row; below 1280 px behind a button. `children` follow in the same row. */
export const MarketFilters = ({
  ideas,
  values,
  onChange,
  children,
}: FilterProps & { children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const panel = useId();
  // With nothing to choose from, the filters would only be in the way.
  const isUseful = ideas.length > 1 || values.size > 0;
  return (
    <div className="column mb-4 flex flex-wrap items-center justify-end gap-2.5 sm:mb-5">
      {isUseful && (
        <search className="contents">
          <Button
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
            className="mr-auto xl:hidden"
          >
            {values.size > 0 ? `Filters (${values.size})` : 'Filters'}
            <Icon name="down" size={18} className={open ? 'rotate-180' : ''} />
          </Button>
          <div
            id={panel}
            className={classNames(
              'grid min-w-0 grid-cols-2 gap-2.5 max-xl:order-last max-xl:w-full sm:max-xl:grid-cols-4 xl:flex xl:flex-1',
              !open && 'max-xl:hidden',
            )}
          >
            {marketFilters.map((filter) => (
              <FilterField
                key={filter.parameter}
                filter={filter}
                ideas={ideas}
                values={values}
                onChange={onChange}
              />
            ))}
            {values.size > 0 && (
              <Button
                variant="quiet"
                className="max-xl:col-span-full xl:px-3"
                onClick={() => onChange(new Map())}
              >
                Clear filters
              </Button>
            )}
          </div>
        </search>
      )}
      {children}
    </div>
  );
};
