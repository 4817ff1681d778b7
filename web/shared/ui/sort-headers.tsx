import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** A column of a table with fixed widths, so that a long value cannot push a column out of view. */
export type Column<K extends string> = {
  title: string;
  width: string;
  by?: K;
  alignEnd?: true;
  isHidden?: true;
};

/** The head of a table whose columns sort it. */
export const SortHeaders = <K extends string>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<K>[];
  sort: { by: K; descending: boolean };
  onSort: (by: K) => void;
}) => (
  <thead>
    <tr>
      {columns.map(({ title, width, by, alignEnd, isHidden }) => (
        <th
          key={title}
          scope="col"
          aria-sort={by !== sort.by ? undefined : sort.descending ? 'descending' : 'ascending'}
          className={classNames(
            width,
            'py-1 text-sm font-medium text-muted',
            alignEnd ? 'text-right' : 'text-left',
          )}
        >
          {by ? (
            <button
              type="button"
              onClick={() => onSort(by)}
              className={classNames(
                'inline-flex h-11 items-center rounded-s px-1.5 whitespace-nowrap hover:text-text xl:px-2',
                alignEnd && 'flex-row-reverse',
                by === sort.by && 'text-text',
              )}
            >
              {title}
              <Icon
                name="down"
                size={16}
                className={classNames(
                  by !== sort.by && 'opacity-0',
                  by === sort.by && !sort.descending && 'rotate-180',
                )}
              />
            </button>
          ) : (
            <span className={isHidden ? 'sr-only' : 'block px-1.5 leading-tight xl:px-2'}>{title}</span>
          )}
        </th>
      ))}
    </tr>
  </thead>
);
