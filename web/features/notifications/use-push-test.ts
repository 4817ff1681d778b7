import { useMutation } from '@tanstack/react-query';
import {
  PUSH_TEST_TEXTS,
  type PushTestResult,
  sendTestPush,
  sendTestTradePush,
} from '../../../contract/push.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';

export type PushTest = 'test' | 'trade';
export type PushAudience = 'own' | 'everyone';
/** The result of a test, with the messages of SPEC §8. */
export type TestOutcome = { success: boolean; message: string; details: string };

const calls = { test: sendTestPush, trade: sendTestTradePush };

const toOutcome = ({ success, message, details }: PushTestResult): TestOutcome => ({
  success,
  message,
  details,
});

const toFailure = (test: PushTest, failure: unknown): TestOutcome => {
  const message = PUSH_TEST_TEXTS[test].error;
  const reason = failure instanceof ApiError ? failure.message : String(failure);
  return { success: false, message, details: reason === message ? '' : reason };
};

/** Sends a test and returns the result of the last one. */
export const usePushTest = (onDone: () => void) => {
  const { mutate, data, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ test, audience }: { test: PushTest; audience: PushAudience }) =>
      callRoute(calls[test], { body: { audience } }).then(toOutcome, (failure) => toFailure(test, failure)),
    onSuccess: onDone,
  });
  return {
    outcome: isPending ? null : (data ?? null),
    sending: isPending ? variables.test : null,
    send: (test: PushTest, audience: PushAudience) => mutate({ test, audience }),
  };
};
