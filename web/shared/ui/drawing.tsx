/** Paths on a 20 px grid with 1.6 px strokes. Those of the login are apart from icon.tsx, which loads after it. */
export const loginShapes = {
  warning: 'M10 3.5 2.8 16h14.4L10 3.5ZM10 8.2v3.6M10 13.9v.1',
  shield: 'M10 3l5.5 2v4.5c0 3.5-2.3 6-5.5 7.5-3.2-1.5-5.5-4-5.5-7.5V5L10 3ZM7.6 9.8l1.8 1.8 3-3.4',
  eye: 'M2.5 10S5.3 5 10 5s7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5ZM10 7.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z',
  'eye-off':
    'M2.5 10S5.3 5 10 5s7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5ZM10 7.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6ZM4 16 16 4',
} as const;

export type DrawingOptions = { size?: number; filled?: boolean; className?: string };

/** Decorative: a text or label beside it says what it means. */
export const Drawing = ({
  shape,
  size = 20,
  filled = false,
  className,
}: { shape: string } & DrawingOptions) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={`shrink-0 ${className ?? ''}`}
  >
    <path d={shape} />
  </svg>
);
