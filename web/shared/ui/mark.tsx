import { BRAND } from '../../../contract/shared/brand.ts';
import { classNames } from './class-names.ts';

/** The logo, a lark and two candles, with the product's name. */
export const Mark = ({ size = 28, className }: { size?: number; className?: string }) => (
  <span
    className={classNames('inline-flex items-center gap-2.5 text-lg font-bold tracking-[-0.02em]', className)}
  >
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true" className="shrink-0">
      <rect width="28" height="28" rx="8" fill="var(--color-primary)" />
      <path
        d="M6 18.5c3.2.2 5-1 6.4-3.2 1.3-2.2 2.6-5 5.7-5 1.7 0 2.6.8 3.1 1.7l2.1.5-1.8 1.4c-.3 3.9-3.2 7.1-7.6 7.1-3.3 0-6.3-.9-7.9-2.5Z"
        fill="var(--color-primary-ink)"
      />
      <path
        d="M9 8.5v5M9 6.6v1M13 6v4"
        stroke="var(--color-primary-ink)"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </svg>
    {BRAND}
  </span>
);
