import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../paths.ts';
import { AppShell } from './app-shell.tsx';
import { Mark } from './mark.tsx';
import { SiteFooter } from './site-footer.tsx';

/** The frame of a page without a session: logo with a link home, content, footer. */
export const PublicFrame = ({ children }: { children: ReactNode }) => (
  <AppShell
    bar={
      <header className="border-b border-line-soft">
        <div className="column flex h-16 items-center sm:h-17">
          <Link
            href={paths.home}
            className="inline-flex h-11 items-center rounded-s"
            aria-label="Chartlark, home"
          >
            <Mark />
          </Link>
        </div>
      </header>
    }
    footer={<SiteFooter />}
  >
    {children}
  </AppShell>
);
