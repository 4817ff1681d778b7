import { confirmEmailChange, viewEmailChange } from '../../../contract/account/account-links.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { LinkState } from './link-state.tsx';
import { useLink } from './use-link.ts';

/** Confirms a new address. A press is needed: mail scanners open links too. */
export const EmailChangeForm = ({ onChanged }: { onChanged: (email: string) => void }) => {
  const link = useLink(viewEmailChange);
  const { form, errors, busy, onSubmit } = useSubmit(() =>
    link.sendToken(async (token) =>
      onChanged((await callRoute(confirmEmailChange, { body: { token } })).email),
    ),
  );
  if (!link.value) return <LinkState link={link} isEmailChange />;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-pretty text-muted">
        Use <strong className="font-medium wrap-anywhere text-text">{link.value.email}</strong> for your
        account from now on?
      </p>
      <FormError>{errors.form}</FormError>
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        Confirm email
      </Button>
    </form>
  );
};
