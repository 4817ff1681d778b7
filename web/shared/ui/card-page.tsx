import { type ReactNode, useRef } from 'react';
import { usePageHeading } from '../hooks/use-page-heading.ts';
import { Mark } from './mark.tsx';
import { SiteFooter } from './site-footer.tsx';

/** A page with one card: a login, or a step before the signed-in pages. */
export const CardPage = ({
  title,
  subtitle,
  action,
  children,
}: {
  title: string;
  subtitle?: string;
  /** In the header. */
  action: ReactNode;
  children: ReactNode;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageHeading(title, heading);
  return (
    <div className="header-glow flex min-h-[calc(100dvh-var(--dock))] flex-col">
      <header className="column flex min-h-18 flex-wrap items-center justify-between">
        <Mark size={32} className="text-xl" />
        {action}
      </header>
      <main className="grid flex-1 place-content-center px-4 py-8">
        <div className="grid w-[min(28rem,calc(100vw-2rem))] grid-cols-1 gap-6 rounded-l border border-line-soft bg-surface p-[min(1.5rem,6.7vw)] shadow-lift sm:p-9">
          <header>
            <h1 ref={heading} tabIndex={-1} className="text-3xl">
              {title}
            </h1>
            {subtitle && <p className="mt-1.5 text-pretty text-muted">{subtitle}</p>}
          </header>
          {children}
        </div>
      </main>
      <SiteFooter />
    </div>
  );
};
