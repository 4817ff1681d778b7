import { classNames } from './class-names.ts';

const MAX_COUNT = 99;

/** The number of new ideas; renders nothing for 0. */
export const Badge = ({ count, className }: { count: number; className?: string }) =>
  count > 0 ? (
    <span
      className={classNames(
        'inline-grid h-5.5 min-w-5.5 place-items-center rounded-full bg-negative px-1.5 text-2xs font-bold text-negative-ink',
        className,
      )}
    >
      <span aria-hidden="true">{count > MAX_COUNT ? `${MAX_COUNT}+` : count}</span>
      <span className="sr-only">{`${count} new ${count === 1 ? 'idea' : 'ideas'}`}</span>
    </span>
  ) : null;
