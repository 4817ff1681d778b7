import { type ReactNode, useRef } from 'react';
import { usePageHeading } from '../hooks/use-page-heading.ts';
import { ButtonLink } from './button.tsx';
import { classNames } from './class-names.ts';
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
  phones = 'full',
}: {
  title: string;
  /** When the heading alone would not distinguish browser tabs. */
  documentTitle?: string;
  /** On the heading's line, for example a count. */
  beside?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Above the heading. */
  back?: WayBack | undefined;
  /** Where the content needs a phone's height: the way back is an arrow beside the heading, or all is only read out. */
  phones?: 'full' | 'compact' | 'read-out';
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageHeading(documentTitle, heading);
  const compact = phones === 'compact';
  return (
    <header
      className={classNames(
        'column sm:pt-9 sm:pb-5',
        compact
          ? 'pt-3.5 pb-1.5 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:items-center max-sm:gap-y-0.5'
          : 'pt-5 pb-4',
        phones === 'read-out' && 'max-sm:sr-only',
      )}
    >
      {back && (
        // The arrow aligns with the column's edge; the hover background extends beyond it.
        <ButtonLink
          href={back.href}
          variant="quiet"
          size="s"
          className={classNames('-ml-3 gap-1 pr-3 pl-1.5 sm:mb-1', compact && 'max-sm:h-11')}
        >
          <Icon name="left" size={18} />
          <span className={compact ? 'max-sm:sr-only' : undefined}>{back.label}</span>
        </ButtonLink>
      )}
      <div
        className={classNames(
          'flex flex-wrap items-end justify-between gap-x-6 gap-y-4',
          compact && 'max-sm:contents',
        )}
      >
        <div className="min-w-0">
          <div className="flex items-center gap-3">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl sm:text-4xl">
              <bdi>{title}</bdi>
            </h1>
            {beside}
          </div>
          {subtitle && <div className="mt-1 text-sm text-muted sm:mt-1.5 sm:text-base">{subtitle}</div>}
        </div>
        {actions && (
          <div className={classNames('flex flex-wrap items-center gap-3', compact && 'max-sm:col-span-2')}>
            {actions}
          </div>
        )}
      </div>
    </header>
  );
};
