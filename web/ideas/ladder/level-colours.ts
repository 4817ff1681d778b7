import type { RungKind } from './ladder-layout.ts';

export const nameColours: Record<RungKind, string> = {
  invalidation: 'text-negative',
  entry: 'text-info',
  exit: 'text-positive',
};
export const tickColours: Record<RungKind, string> = {
  invalidation: 'bg-negative',
  entry: 'bg-info',
  exit: 'bg-positive',
};
/** Fill of the risk zone. */
export const hatch =
  'repeating-linear-gradient(-45deg, color-mix(in oklab, var(--color-negative) 62%, transparent) 0 2px, transparent 2px 6.5px)';
/** Fill of the reward zone; it gets stronger towards `side`. */
export const rising = (side: 'top' | 'bottom' | 'right') =>
  `linear-gradient(to ${side}, color-mix(in oklab, var(--color-positive) 22%, transparent), color-mix(in oklab, var(--color-positive) 88%, transparent))`;
