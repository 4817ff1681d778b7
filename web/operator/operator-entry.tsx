import {
  OPERATOR_LINK_MS,
  openOperatorSession,
  operatorSignIn,
  operatorSignInOptions,
} from '../../contract/operator/operator-access.ts';
import { askForPasskey } from '../account/session/passkey-prompts.ts';
import { ApiError, callRoute } from '../shared/api/api-request.ts';
import { usePasskeySupport } from '../shared/api/config.ts';
import { useSubmit } from '../shared/hooks/use-submit.ts';
import { Button } from '../shared/ui/button.tsx';
import { CardPage } from '../shared/ui/card-page.tsx';
import { FormError, Notice } from '../shared/ui/notice.tsx';
import { startSession } from './operator-session.ts';

const signInWithPasskey = async (): Promise<void> => {
  const response = await askForPasskey(await callRoute(operatorSignInOptions, {}));
  if (response) startSession(await callRoute(operatorSignIn, { body: { response } }));
};

/** Opens a session with a link or a passkey. Both need a press: link scanners open links too. */
export const OperatorEntry = ({
  link,
  onLinkUsed,
  hasEnded,
}: {
  /** The token of the link that led here. */
  link: string | null;
  onLinkUsed: () => void;
  /** A session has ended without a sign-out. */
  hasEnded: boolean;
}) => {
  const isSupported = usePasskeySupport();
  const openLink = async (token: string) => {
    try {
      startSession(await callRoute(openOperatorSession, { body: { token } }));
      onLinkUsed();
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'LINK_EXPIRED') onLinkUsed();
      throw failure;
    }
  };
  const { form, errors, busy, onSubmit } = useSubmit(() =>
    link === null ? signInWithPasskey() : openLink(link),
  );
  return (
    <CardPage title="Operator" subtitle="Accounts, groups and the state of this installation." action={null}>
      <form ref={form} onSubmit={onSubmit} className="grid grid-cols-1 gap-5">
        {hasEnded && <Notice alert>Your session has ended. Sign in again to continue.</Notice>}
        <FormError>{errors.form}</FormError>
        {(link !== null || isSupported) && (
          <Button type="submit" variant="primary" size="l" wide busy={busy}>
            {link === null ? 'Use a passkey' : 'Open as operator'}
          </Button>
        )}
        <div className="grid gap-2 text-sm text-pretty text-muted">
          <p>For a link that works once, within {OPERATOR_LINK_MS / 60_000} minutes, run on the server:</p>
          <code className="rounded-s bg-sunken px-3 py-2 wrap-anywhere text-text">
            npm run admin -- operator link NAME
          </code>
        </div>
      </form>
    </CardPage>
  );
};
