import type { ReactNode } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import type { LinkProblem, useLink } from './use-link.ts';

export const LinkLoading = () => (
  <Loading label="Checking your link">
    <div className="grid gap-5">
      <Skeleton className="h-11.5 rounded-control" />
      <Skeleton className="h-11.5 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
    </div>
  </Loading>
);

/** Where people ask for help when the server sends no mail. */
export const ContactLink = ({ children }: { children: ReactNode }) => {
  const config = useConfig();
  return (
    config && (
      <ButtonLink href={config.messagingUrl} newTab variant="primary" size="l" wide>
        {children}
      </ButtonLink>
    )
  );
};

const problems: Record<LinkProblem, string> = {
  expired: 'This link has expired or was already used.',
  missing: 'Open the link you received once more.',
  unanswered: 'This link was used, probably by your first try.',
};

/** How to get another link. */
const LinkAdvice = () => {
  const config = useConfig();
  return config?.mail ? (
    <>
      <p className="text-pretty text-muted">Enter your email on the next page to get a new link.</p>
      <ButtonLink href={paths.forgotPassword} variant="primary" size="l" wide>
        Get a new link
      </ButtonLink>
    </>
  ) : (
    <>
      <p className="text-pretty text-muted">If it doesn't work, ask in our group for a new one.</p>
      <ContactLink>Ask for a new link</ContactLink>
    </>
  );
};

/** What to do about a link that does not work. */
const renderAdvice = (problem: LinkProblem, isEmailChange: boolean) => {
  if (problem === 'unanswered')
    return (
      <p className="text-pretty text-muted">
        {isEmailChange
          ? "Sign in with your new email. If that doesn't work, your old one still does."
          : "Sign in with your newest password. If that doesn't work, choose “Forgot password?” on the login."}
      </p>
    );
  if (isEmailChange)
    return (
      <p className="text-pretty text-muted">
        If you still sign in with your old email, change it again in Security to get a new link.
      </p>
    );
  return <LinkAdvice />;
};

/** Why a link does not work, and what to do. */
const BrokenLink = ({ problem, isEmailChange }: { problem: LinkProblem; isEmailChange: boolean }) => (
  <>
    <Notice tone="error" alert>
      {problems[problem]}
    </Notice>
    {renderAdvice(problem, isEmailChange)}
    <ButtonLink href={paths.customerLogin} variant={problem === 'unanswered' ? 'primary' : 'quiet'}>
      Go to login
    </ButtonLink>
  </>
);

/** A page's content while its link is checked, and when it does not work; undefined when it does. */
export const renderLinkState = ({
  state,
  retry,
  isEmailChange = false,
}: Pick<ReturnType<typeof useLink>, 'state' | 'retry'> & { isEmailChange?: boolean }): ReactNode => {
  if (state.status === 'ready') return undefined;
  if (state.status === 'loading') return <LinkLoading />;
  if (state.status === 'failed') return <FailedState message={state.message} onRetry={retry} />;
  return <BrokenLink problem={state.status} isEmailChange={isEmailChange} />;
};
