import type { ReactNode } from 'react';

/** The frame of every page: skip link, header, content, footer, tab bar. */
export const AppShell = ({
  bar,
  footer,
  tabs,
  children,
}: {
  bar?: ReactNode;
  footer?: ReactNode;
  tabs?: ReactNode;
  children: ReactNode;
}) => (
  <div className="header-glow flex min-h-[calc(100dvh-var(--dock))] flex-col overflow-x-clip">
    <a
      href="#main"
      className="sr-only z-50 rounded-s bg-primary px-4 py-3 font-semibold text-primary-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
    {bar}
    {/* The footer is not seen before what stands above it has its height. */}
    <main id="main" tabIndex={-1} className="flex-1 pb-10 has-data-skeleton:min-h-dvh">
      {children}
    </main>
    {footer}
    {tabs}
  </div>
);
