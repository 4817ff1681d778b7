import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { PUSH_TEST_TEXTS, sendTestPush, sendTestTradePush } from '../../contract/notifications/push.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { Button } from '../shared/ui/button.tsx';
import { ConfirmDialog } from '../shared/ui/dialog.tsx';
import { Icon } from '../shared/ui/icon.tsx';

type PushTest = 'test' | 'trade';
type PushAudience = 'own' | 'everyone';
/** The result of a test, with the messages of SPEC §8. */
type TestOutcome = { success: boolean; message: string; details: string };

const calls = { test: sendTestPush, trade: sendTestTradePush };

const toFailure = (test: PushTest, { message: reason }: Error): TestOutcome => {
  const message = PUSH_TEST_TEXTS[test].error;
  return { success: false, message, details: reason === message ? '' : reason };
};

/** Sends a test and returns the result of the last one. */
const usePushTest = (onDone: () => void) => {
  const { mutate, data, isPending, variables } = useMutation({
    mutationFn: async ({ test, audience }: { test: PushTest; audience: PushAudience }) =>
      callRoute(calls[test], { body: { audience } }).catch((failure: Error) => toFailure(test, failure)),
    onSuccess: onDone,
  });
  return {
    outcome: isPending ? null : (data ?? null),
    sending: isPending ? variables.test : null,
    send: (test: PushTest, audience: PushAudience) => mutate({ test, audience }),
  };
};

const Outcome = ({ outcome }: { outcome: TestOutcome | null }) => (
  // Always in the DOM, so that screen readers announce the result.
  <div role="status" className="empty:-mt-4">
    {outcome && (
      <div
        className={`flex items-start gap-3 rounded-control px-4 py-3.5 ${outcome.success ? 'bg-positive-wash' : 'bg-negative-wash'}`}
      >
        <Icon
          name={outcome.success ? 'check' : 'warning'}
          className={outcome.success ? 'text-positive' : 'text-negative'}
        />
        <div className="min-w-0 text-sm">
          <p className="font-semibold">{outcome.message}</p>
          {outcome.details && <p className="mt-0.5 text-pretty text-muted">{outcome.details}</p>}
        </div>
      </div>
    )}
  </div>
);

export const Panel = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="flex flex-col gap-4 rounded-l border border-line-soft bg-surface p-5 shadow-lift sm:p-6"
    >
      <div>
        <h2 id={heading} className="text-xl">
          {title}
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
};

/** The two buttons of SPEC §2, for the user's own devices, and the result. */
export const PushTestPanel = ({ onDone }: { onDone: () => void }) => {
  const { outcome, sending, send } = usePushTest(onDone);
  const button = (test: PushTest) => ({
    busy: sending === test,
    disabled: sending !== null,
    onClick: () => send(test, 'own'),
  });
  return (
    <Panel
      title="Try it"
      text="Goes to every device with notifications on. It should arrive in seconds, even if the app is closed."
    >
      <div className="grid gap-3">
        <Button variant="primary" wide {...button('test')}>
          Send test notification
        </Button>
        <Button wide {...button('trade')}>
          Send sample trade notification
        </Button>
      </div>
      <Outcome outcome={outcome} />
    </Panel>
  );
};

const everyoneLabels: Record<PushTest, string> = {
  test: 'Test notification to all',
  trade: 'Sample trade to all',
};

/** Lets an educator send a test to everyone, after a confirmation. */
export const PushToAllPanel = () => {
  const { outcome, sending, send } = usePushTest(() => undefined);
  const [asking, setAsking] = useState<PushTest | null>(null);
  return (
    <Panel
      title="Send to all subscribers"
      text="For educators only. Everyone with notifications on gets it, labelled as a test."
    >
      <div className="flex flex-wrap gap-3">
        {(['test', 'trade'] as const).map((test) => (
          <Button
            key={test}
            busy={sending === test}
            disabled={sending !== null}
            onClick={() => setAsking(test)}
          >
            {everyoneLabels[test]}
          </Button>
        ))}
      </div>
      <Outcome outcome={outcome} />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Send to all subscribers?"
        description="This goes to every subscribed device immediately and can't be undone."
        confirmLabel="Send to all"
        tone="primary"
        onConfirm={() => {
          if (asking) send(asking, 'everyone');
          setAsking(null);
        }}
      />
    </Panel>
  );
};
