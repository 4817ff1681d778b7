import { useRef } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../contract/auth.ts';
import { signOut } from '../entities/session/session.ts';
import { useSessionRenewal } from '../entities/session/session-renewal.ts';
import { ChoosePasswordForm } from '../features/account-security/choose-password-form.tsx';
import { usePageHeading } from '../shared/hooks/use-page-heading.ts';
import { Button } from '../shared/ui/button.tsx';
import { Mark } from '../shared/ui/mark.tsx';
import { SiteFooter } from '../shared/ui/site-footer.tsx';

/** Shown instead of every signed-in page until an issued password is changed; the URL stays. */
export const ChoosePasswordPage = ({ user }: { user: User }) => {
  const [, navigate] = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageHeading('Choose a new password', heading);
  // Stores the user again when the server says that the password is changed.
  useSessionRenewal();
  return (
    <div className="header-glow flex min-h-[calc(100dvh-var(--dock))] flex-col">
      <header className="column flex h-18 items-center justify-between">
        <Mark size={32} className="text-xl" />
        <Button variant="quiet" size="s" className="-mr-3" onClick={() => void signOut(navigate)}>
          Log out
        </Button>
      </header>
      <main className="grid flex-1 place-content-center px-4 py-8">
        <div className="grid w-[min(28rem,calc(100vw-2rem))] gap-6 rounded-l border border-line-soft bg-surface p-6 shadow-lift sm:p-9">
          <header>
            <h1 ref={heading} tabIndex={-1} className="text-3xl">
              Choose a new password
            </h1>
            <p className="mt-1.5 text-pretty text-muted">
              Your current password was made for you. Choose one that only you know.
            </p>
          </header>
          <ChoosePasswordForm user={user} />
        </div>
      </main>
      <SiteFooter />
    </div>
  );
};
