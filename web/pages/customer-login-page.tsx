import { useRef } from 'react';
import { DISCLAIMER } from '../../contract/shared/brand.ts';
import { LoginForm } from '../account/sign-in/login-form.tsx';
import { LegalLinks } from '../legal/legal-links.tsx';
import { usePageHeading } from '../shared/hooks/use-page-heading.ts';
import { Notice } from '../shared/ui/notice.tsx';
import { LoginIntro } from './login-intro.tsx';

/** SPEC §2, "Customer login". */
export const CustomerLoginPage = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageHeading('Login', heading);
  return (
    <div className="header-glow grid min-h-[calc(100dvh-var(--dock))] content-start lg:grid-cols-[1.15fr_1fr] lg:content-stretch">
      <LoginIntro />
      <main className="grid content-center px-6 pt-8 pb-10 lg:place-content-center">
        <div className="mx-auto grid w-full max-w-100 gap-6 lg:w-100">
          <header>
            <h1 ref={heading} tabIndex={-1} className="text-3xl">
              Login
            </h1>
            <p className="mt-1.5 text-muted">Customer Portal - Learn Trading</p>
          </header>
          <LoginForm selectedRole="customer" />
          <Notice>{DISCLAIMER}</Notice>
          <LegalLinks />
        </div>
      </main>
    </div>
  );
};
