import type { ReactNode } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import type { useLink } from './use-link.ts';

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

const problems = {
  expired: 'This link has expired or was already used.',
  missing: 'Open the link you received once more.',
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

/** A page's content while its link is checked, and when it does not work: why, and what to do. */
export const LinkState = ({
  link: { problem, error, retry },
  isEmailChange = false,
}: {
  link: Pick<ReturnType<typeof useLink>, 'problem' | 'error' | 'retry'>;
  isEmailChange?: boolean;
}) => {
  if (!problem && error) return <FailedState message={error.message} onRetry={retry} />;
  if (!problem) return <LinkLoading />;
  return (
    <>
      <Notice tone="error" alert>
        {problems[problem]}
      </Notice>
      {isEmailChange ? (
        <p className="text-pretty text-muted">
          If you still sign in with your old email, change it again in Security to get a new link.
        </p>
      ) : (
        <LinkAdvice />
      )}
      <ButtonLink href={paths.customerLogin} variant="quiet">
        Go to login
      </ButtonLink>
    </>
  );
};
