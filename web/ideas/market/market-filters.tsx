import { type ReactNode, useId, useState } from 'react';
import { useEducators } from '../../educators/use-educators.ts';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { FilterSelect } from '../../shared/ui/select.tsx';
import type { Idea } from '../idea-model.ts';
import { listChoices, type MarketFilter } from './market-filter.ts';

type FilterProps = {
  ideas: readonly Idea[];
  filter: MarketFilter;
  onChange: (changes: MarketFilter) => void;
};

const Fields = ({ ideas, filter, onChange }: FilterProps) => {
  const choices = listChoices(ideas, filter, useEducators());
  const select = (name: keyof typeof choices, label: string, any: string) => (
    <FilterSelect
      label={label}
      any={any}
      options={choices[name]}
      value={filter[name]}
      onChange={(value) => onChange({ [name]: value })}
      className="xl:max-w-50 xl:flex-1"
    />
  );
  const toggle = (name: 'followed' | 'bookmarked', label: string) => (
    <Button
      aria-pressed={Boolean(filter[name])}
      onClick={() => onChange({ [name]: filter[name] ? undefined : '1' })}
      className="h-11.5 bg-sunken px-3.5 font-normal aria-pressed:border-accent aria-pressed:text-accent"
    >
      {label}
    </Button>
  );
  return (
    <>
      {select('educator', 'Educator', 'All educators')}
      {select('direction', 'Direction', 'Any direction')}
      {select('type', 'Idea type', 'Any type')}
      {select('timeframe', 'Time frame', 'Any frame')}
      {toggle('followed', 'Followed')}
      {toggle('bookmarked', 'Bookmarks')}
    </>
  );
};

/** One row: `start`, the filters (below 1280 px behind a button), and `children` at the end. */
export const MarketFilters = ({
  ideas,
  filter,
  onChange,
  onClear,
  start,
  children,
}: FilterProps & { onClear: () => void; start: ReactNode; children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const selected = Object.values(filter).filter(Boolean).length;
  // With nothing to choose from, the filters would only be in the way.
  const isUseful = ideas.length > 1 || selected > 0;
  return (
    <div className="column mb-2 flex flex-wrap items-center gap-1.5 max-sm:mt-5 sm:mb-5 sm:gap-2.5">
      <div className="mr-auto xl:mr-0">{start}</div>
      {isUseful && (
        <search className="contents">
          <Button
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
            className="h-11.5 max-sm:px-2.5 max-sm:text-sm xl:hidden"
          >
            {selected > 0 ? `Filters (${selected})` : 'Filters'}
            <Icon name="down" size={18} className={classNames('max-sm:hidden', open && 'rotate-180')} />
          </Button>
          <div
            id={panel}
            className={classNames(
              'grid min-w-0 grid-cols-2 gap-2.5 max-xl:order-last max-xl:w-full sm:max-xl:grid-cols-4 xl:flex xl:flex-1',
              !open && 'max-xl:hidden',
            )}
          >
            <Fields ideas={ideas} filter={filter} onChange={onChange} />
            {selected > 0 && (
              <Button variant="quiet" className="max-xl:col-span-full xl:px-3" onClick={onClear}>
                Clear filters
              </Button>
            )}
          </div>
        </search>
      )}
      <div className="xl:ml-auto">{children}</div>
    </div>
  );
};
