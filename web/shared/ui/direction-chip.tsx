import type { ReactNode } from 'react';
import { formatOrientation, type OrderType } from '../../../contract/ideas/ideas.ts';
import { classNames } from './class-names.ts';

/** Up or down as a shape; always beside a word or a number that says it too. */
export const DirectionArrow = ({ order }: { order: OrderType }) => (
  <svg
    width={12}
    height={12}
    viewBox="0 0 12 12"
    aria-hidden="true"
    className={classNames('shrink-0', order === 'BUY' ? 'text-positive' : 'text-negative')}
  >
    <path d={order === 'BUY' ? 'M6 2l4.5 7.5h-9z' : 'M6 10L1.5 2.5h9z'} fill="currentColor" />
  </svg>
);

const looks = { s: 'h-7 px-2.5 text-xs', m: 'h-8 px-3 text-sm' };

/** Bullish or Bearish: shape, word and colour. */
export const DirectionChip = ({
  order,
  size = 'm',
  children = formatOrientation(order),
}: {
  order: OrderType;
  size?: keyof typeof looks;
  /** The word, where it is something to press. */
  children?: ReactNode;
}) => (
  <span
    className={classNames(
      'inline-flex shrink-0 items-center gap-1.5 rounded-full font-semibold',
      looks[size],
      order === 'BUY' ? 'bg-positive-wash text-positive' : 'bg-negative-wash text-negative',
    )}
  >
    <DirectionArrow order={order} />
    {children}
  </span>
);
