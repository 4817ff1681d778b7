import * as account from '../../../contract/account/account.ts';
import { currentUser, login, logout } from '../../../contract/account/auth.ts';
import { config } from '../../../contract/shared/config.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import type { Env } from '../../shared/env.ts';
import { listCandleSources } from '../../shared/exposure.ts';
import type { AllowListService } from '../users/allow-list.ts';
import type { OwnSessionsService } from './own-sessions-service.ts';
import type { SignInService } from './sign-in-service.ts';

type AuthServices = {
  signIn: SignInService;
  ownSessions: OwnSessionsService;
  allowList: AllowListService;
  /** For the public key that browsers subscribe with. */
  push: { keys: { keys(): Promise<{ publicKey: string }> } };
  passkeys: { relyingParty: { id: string } | undefined };
  env: Env;
};

export const authRoutes = (
  app: ContractApp,
  { signIn, ownSessions, allowList, push, passkeys, env }: AuthServices,
): void => {
  app.handle(login, ({ body, origin }) => signIn.login(body, origin));

  app.handle(logout, ({ viewer, origin }) => succeed(signIn.logout(viewer, origin)));

  app.handle(currentUser, ({ viewer }) => viewer.user);

  app.handle(account.listSessions, ({ viewer }) => ownSessions.list(viewer));

  app.handle(account.endSession, ({ params, viewer, origin }) =>
    succeed(ownSessions.end(viewer, { only: params.id }, origin)),
  );

  app.handle(account.endAllSessions, ({ viewer, origin }) => succeed(ownSessions.end(viewer, {}, origin)));

  app.handle(account.endOtherSessions, ({ viewer, origin }) =>
    succeed(ownSessions.end(viewer, { except: viewer.sessionId }, origin)),
  );

  app.handle(account.confirmPassword, ({ body, viewer, origin }) =>
    succeed(ownSessions.confirm(viewer, body.password, origin)),
  );

  app.handle(account.changePassword, ({ body, viewer, origin }) =>
    succeed(ownSessions.changePassword(viewer, body, origin)),
  );

  app.handle(config, async () => ({
    brand: env.brand,
    messagingUrl: env.messagingUrl,
    staffPath: env.staffPath,
    allowList: await allowList.read(),
    pushPublicKey: (await push.keys.keys()).publicKey,
    authLogDays: env.authLogDays,
    disclosure: env.disclosure,
    passkeyHost: passkeys.relyingParty?.id ?? null,
    mail: env.mail !== undefined,
    prices: env.priceDisplay && listCandleSources(env).length > 0,
  }));
};
