import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Role } from '../../../contract/account/auth.ts';
import { passkeySignIn, passkeySignInOptions } from '../../../contract/account/passkeys.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { askForPasskey } from '../session/passkey-prompts.ts';
import type { SendSignIn } from '../session/session.ts';

/** Shorter than the five minutes for which the server accepts an answer. */
const AUTOFILL_REFRESH_MS = 4 * 60_000;

const getErrorMessage = (failure: unknown): string =>
  failure instanceof ApiError && failure.code === 'BAD_CREDENTIALS'
    ? "That passkey didn't work here. Use your email and password instead."
    : (failure as Error).message;

/** The other way to sign in: by a button, and in the autofill of the email field where the browser has that. */
const PasskeySignIn = ({
  selectedRole,
  onError,
  onPasskey,
}: {
  selectedRole: Role;
  onError: (message: string | null) => void;
  onPasskey: (send: SendSignIn) => Promise<void>;
}) => {
  const [busy, setBusy] = useState(false);

  /** Resolves when the person has signed in, cancelled, or seen an error. */
  const ask = async (autofill: boolean) => {
    // Nobody asked for the autofill: it shows no error before a passkey is chosen.
    let isQuiet = autofill;
    try {
      const options = await callRoute(passkeySignInOptions, {});
      const response = await askForPasskey(options, autofill);
      if (!response) return;
      isQuiet = false;
      onError(null);
      await onPasskey((browser) =>
        callRoute(passkeySignIn, { body: { response, selectedRole, ...browser } }),
      );
    } catch (failure) {
      if (!isQuiet) onError(getErrorMessage(failure));
    }
  };

  const offerInAutofill = useEffectEvent(async () => {
    if (!busy && (await browserSupportsWebAuthnAutofill())) await ask(true);
  });
  useEffect(() => {
    if (busy) return;
    void offerInAutofill();
    // A prompt with an expired challenge would fail; the new one replaces it.
    const timer = setInterval(() => void offerInAutofill(), AUTOFILL_REFRESH_MS);
    return () => clearInterval(timer);
  }, [busy]);
  useEffect(() => () => WebAuthnAbortService.cancelCeremony(), []);

  const press = async () => {
    setBusy(true);
    onError(null);
    await ask(false);
    setBusy(false);
  };
  return (
    <Button variant="quiet" wide busy={busy} onClick={() => void press()}>
      Sign in with a passkey
    </Button>
  );
};

export default PasskeySignIn;
