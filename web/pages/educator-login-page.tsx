import { useRef } from 'react';
import { LoginForm } from '../features/sign-in/login-form.tsx';
import { usePageHeading } from '../shared/hooks/use-page-heading.ts';
import { paths } from '../shared/paths.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Mark } from '../shared/ui/mark.tsx';
import { Notice } from '../shared/ui/notice.tsx';
import { SiteFooter } from '../shared/ui/site-footer.tsx';

/** SPEC §2, "Educator login". */
export const EducatorLoginPage = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageHeading('Educator Login', heading);
  return (
    <div className="header-glow flex min-h-[calc(100dvh-var(--dock))] flex-col">
      <header className="column flex h-18 items-center justify-between">
        <Mark size={32} className="text-xl" />
        <ButtonLink href={paths.customerLogin} variant="quiet" size="s" className="-mr-3">
          <Icon name="left" size={18} />
          Customer login
        </ButtonLink>
      </header>
      <main className="grid flex-1 place-content-center px-4 py-8">
        <div className="grid w-[min(28rem,calc(100vw-2rem))] gap-6 rounded-l border border-line-soft bg-surface p-6 shadow-lift sm:p-9">
          <header>
            <h1 ref={heading} tabIndex={-1} className="text-3xl">
              Educator Login
            </h1>
            <p className="mt-1.5 text-muted">Staff Portal</p>
          </header>
          <Notice tone="accent" title="Authorized Personnel Only">
            <p className="text-muted">Access is logged and monitored</p>
          </Notice>
          <LoginForm selectedRole="educator" />
        </div>
      </main>
      <SiteFooter />
    </div>
  );
};
