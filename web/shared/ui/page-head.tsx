import { type ReactNode, useRef } from 'react';
import { usePageHeading } from '../hooks/use-page-heading.ts';
import { ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';

/** The link back to the parent page. */
export type WayBack = { href: string; label: string };

/** The page's heading, subtitle and actions. Also sets the document title. */
export const PageHead = ({
  title,
  documentTitle = title,
  beside,
  subtitle,
  actions,
  back,
}: {
  title: string;
  /** When the heading alone would not distinguish browser tabs. */
  documentTitle?: string;
  /** On the heading's line, for example a count. */
  beside?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Above the heading. */
  back?: WayBack;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageHeading(documentTitle, heading);
  return (
    <header className="column pt-5 pb-4 sm:pt-9 sm:pb-5">
      {back && (
        // The arrow aligns with the column's edge; the hover background extends beyond it.
        <ButtonLink href={back.href} variant="quiet" size="s" className="mb-1 -ml-3 gap-1 pr-3 pl-1.5">
          <Icon name="left" size={18} />
          {back.label}
        </ButtonLink>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex items-center gap-3">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl sm:text-4xl">
              {title}
            </h1>
            {beside}
          </div>
          {subtitle && <div className="mt-1 text-sm text-muted sm:mt-1.5 sm:text-base">{subtitle}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
      </div>
    </header>
  );
};
