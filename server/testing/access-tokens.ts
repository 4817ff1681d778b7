import { type AccessTokenKind, createAccessToken } from '../../contract/account/access-tokens.ts';
import type { RouteResponse } from '../../contract/shared/route.ts';
import type { TestApp } from './test-app.ts';

type Created = RouteResponse<typeof createAccessToken>;

/** A token of the person with this session. */
export const createToken = async (
  test: TestApp,
  session: string,
  kind: AccessTokenKind,
): Promise<Created> => {
  const body = { kind, name: `My ${kind}` };
  const answer = await test.call<Created>('POST', createAccessToken.path, { token: session, body });
  if (answer.status !== 201) throw new Error(`A new token answered ${answer.status}`);
  return answer.body;
};
