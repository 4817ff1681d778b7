import { confirmNotMe, viewNotMe } from '../../../contract/account/account-links.ts';
import type { RouteResponse } from '../../../contract/shared/route.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { clearSession } from '../../shared/storage/session-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { LinkState } from './link-state.tsx';
import { useLink } from './use-link.ts';

type Secured = RouteResponse<typeof confirmNotMe>;

/** Gives an account back to its owner. A press is needed: mail scanners open links too. */
export const NotMeForm = ({ onSecured }: { onSecured: (secured: Secured) => void }) => {
  const link = useLink(viewNotMe);
  const current = useCurrentUser();
  const { form, errors, busy, onSubmit } = useSubmit(() =>
    link.sendToken(async (token) => {
      const secured = await callRoute(confirmNotMe, { body: { token } });
      // The server has ended this browser's session too, if it was one of this account.
      if (current?.email === secured.email) clearSession();
      onSecured(secured);
    }),
  );
  if (!link.value) return <LinkState link={link} />;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-pretty text-muted">
        We'll log out all devices of{' '}
        <strong className="font-medium wrap-anywhere text-text">{link.value.email}</strong>, and remove its
        password and passkeys.{' '}
        {link.value.role === 'educator'
          ? 'The account stays locked until its operator lets you in again.'
          : 'Then you choose a new password, and can add your passkeys again.'}
      </p>
      <FormError>{errors.form}</FormError>
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        Log out everywhere
      </Button>
    </form>
  );
};
