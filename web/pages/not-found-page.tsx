import { useRef } from 'react';
import { usePageHeading } from '../shared/hooks/use-page-heading.ts';
import { ButtonLink } from '../shared/ui/button.tsx';

/** SPEC §8: unknown routes. */
export const NotFoundPage = ({ home }: { home: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageHeading('Page Not Found', heading);
  return (
    <div className="column grid justify-items-center gap-3 py-20 text-center">
      <svg width="220" height="120" viewBox="0 0 220 120" aria-hidden="true" className="mb-4">
        <path
          d="M10 100H210M10 70H210M10 40H210M10 10H210"
          stroke="var(--color-line)"
          strokeDasharray="3 7"
          strokeLinecap="round"
        />
        <path
          d="M20 84 46 68 66 76 92 50 112 60"
          fill="none"
          stroke="var(--color-accent)"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path
          d="M124 54 144 46 166 58 200 30"
          fill="none"
          stroke="var(--color-edge)"
          strokeWidth="2"
          strokeDasharray="2 7"
          strokeLinecap="round"
        />
        <circle cx="112" cy="60" r="5" fill="var(--color-accent)" />
      </svg>
      <p className="text-sm font-semibold text-accent">404</p>
      <h1 ref={heading} tabIndex={-1} className="text-4xl">
        Page Not Found
      </h1>
      <p className="max-w-100 text-pretty text-muted">This page doesn't exist or has moved.</p>
      <ButtonLink href={home} variant="primary" className="mt-4">
        Go to home
      </ButtonLink>
    </div>
  );
};
