import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { encode } from 'uqr';
import { listActivity } from '../../../contract/account/own-data.ts';
import {
  confirmTimeCode,
  getSecondFactor,
  removeTimeCode,
  renewRecoveryCodes,
  startTimeCode,
} from '../../../contract/account/second-factor.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix, queryClient } from '../../shared/api/query-client.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { saveFile } from '../../shared/storage/save-file.ts';
import { readSessionToken } from '../../shared/storage/session-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { useValueStore } from '../../shared/value-store.ts';
import { currentUserQuery } from '../session/session-renewal.ts';
import { unsavedCodes } from '../session/unsaved-codes.ts';
import { useRunConfirmed } from './use-run-confirmed.tsx';

/** From here on, the number of codes left asks for new ones. */
const FEW_CODES = 3;

type Secret = { secret: string; uri: string };
/** In groups of four, as people type it. */
const formatSecret = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Also after a failure, because the answer may have been lost. */
const refreshAfter = async <T,>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change();
  } finally {
    void invalidatePrefix(getSecondFactor.path);
    void invalidatePrefix(listActivity.path);
  }
};

/** Black on white in both themes, with the margin that scanners need. */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for an authenticator app"
      shapeRendering="crispEdges"
      className="w-48 max-w-full rounded-s"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

/** Scanning the secret, and the first code. */
const SetUp = ({
  secret: { secret, uri },
  onConfirm,
  onCancel,
}: {
  secret: Secret;
  onConfirm: (code: string) => Promise<void>;
  onCancel: () => void;
}) => {
  // Its own: Cancel must end the question for the password too.
  const { runConfirmed, busy, error, confirmForm } = useRunConfirmed('code');
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void runConfirmed(() => onConfirm(code));
  };
  return (
    <div className="grid gap-3">
      <form onSubmit={submit} className="grid gap-4 rounded-control border border-line-soft p-4">
        <p className="text-pretty">
          Scan this with an authenticator app, or type the key into it. Then give the code that the app shows.
        </p>
        <QrCode text={uri} />
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 font-medium wrap-anywhere">{formatSecret(secret)}</p>
          <CopyButton text={secret} label="Copy key" />
        </div>
        <Field label="Code" error={error}>
          <TextInput
            ref={focusOnMount}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            Switch on
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
      {confirmForm}
    </div>
  );
};

/** Codes for a sign-in without the app. They are shown once. */
const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const text = `${codes.join('\n')}\n`;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      aria-label="Recovery codes"
      className="grid gap-4 rounded-control border border-line-soft p-4"
    >
      <p className="text-pretty">
        Keep these recovery codes where you can find them without your phone. Each gets you in once, and they
        are not shown again.
      </p>
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1 font-medium tabular-nums min-[26rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
          Download
        </Button>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </section>
  );
};

/** An educator's codes from an authenticator app: switched on and off, with recovery codes. */
export const SecondFactorSection = ({ onStart, onDone }: { onStart?: () => void; onDone?: () => void }) => {
  const { runConfirmed, confirmForm } = useRunConfirmed();
  const [secret, setSecret] = useState<Secret | null>(null);
  const unsaved = useValueStore(unsavedCodes);
  const query = useQuery({ ...routeQuery(getSecondFactor, {}), staleTime: 0 });
  const { data } = query;
  const begin = () =>
    runConfirmed(async () => {
      setSecret(await refreshAfter(() => callRoute(startTimeCode, {})));
      onStart?.();
    });
  const finish = () => {
    unsavedCodes.set(null);
    onDone?.();
  };
  const receiveCodes = async (request: () => Promise<{ recoveryCodes: string[] }>) => {
    const token = readSessionToken();
    const { recoveryCodes } = await refreshAfter(request);
    // Somebody else may have signed in meanwhile.
    if (token === readSessionToken())
      unsavedCodes.set({ codes: recoveryCodes, isLastStep: onDone !== undefined });
  };
  const confirm = async (code: string) => {
    await receiveCodes(() => callRoute(confirmTimeCode, { body: { code } }));
    setSecret(null);
  };
  const renew = () => runConfirmed(() => receiveCodes(() => callRoute(renewRecoveryCodes, {})));
  const switchOff = () =>
    runConfirmed(async () => {
      await refreshAfter(() => callRoute(removeTimeCode, {}));
      setSecret(null);
      // The account may be incomplete now.
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      showToast({ title: 'Codes switched off' });
    });
  if (!data) return <PendingQuery query={query} label="Loading your second factor" />;
  if (secret && !data.timeCode)
    return <SetUp secret={secret} onConfirm={confirm} onCancel={() => setSecret(null)} />;
  if (unsaved) return <RecoveryCodes codes={unsaved.codes} onDone={finish} />;
  if (!data.timeCode)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-pretty text-muted">
          With codes from an authenticator app, somebody who learns your password still can't publish in your
          name.
        </p>
        <Button onClick={() => void begin()}>Use an app</Button>
        {confirmForm}
      </div>
    );
  return (
    <div className="grid gap-3">
      <p className="text-pretty text-muted">
        {`Every sign-in asks for a code. Recovery codes left: ${data.recoveryCodesLeft}.`}
        {data.recoveryCodesLeft <= FEW_CODES && ' Make new ones before you need them.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void renew()}>New recovery codes</Button>
        <Button variant="negative" onClick={() => void switchOff()}>
          Switch off
        </Button>
      </div>
      {confirmForm}
    </div>
  );
};
