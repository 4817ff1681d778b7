import { openOperatorSession as openRoute } from '../../contract/operator/operator-access.ts';
import { OperatorsService } from '../operator/operators-service.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import type { TestApp } from './test-app.ts';
import { testEnv } from './test-env.ts';

/** The token of a link, as the admin command prints it. */
export const createOperatorLink = async (
  { database }: TestApp,
  name = 'Ada',
  clock = systemClock,
): Promise<string> => {
  const link = await new OperatorsService(database.db, clock, testEnv()).createLink(name);
  return new URL(link).hash.slice(1);
};

/** A session on the operator's page. */
export const openOperatorSession = async (test: TestApp, name?: string, clock?: Clock): Promise<string> => {
  const body = { token: await createOperatorLink(test, name, clock) };
  const opened = await test.call<{ sessionToken: string }>('POST', openRoute.path, { body });
  if (opened.status !== 200) throw new Error(`A link answered ${opened.status}`);
  return opened.body.sessionToken;
};
