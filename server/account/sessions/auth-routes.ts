import * as account from '../../../contract/account/account.ts';
import { currentUser, login, logout } from '../../../contract/account/auth.ts';
import { config } from '../../../contract/shared/config.ts';
import { type ContractApp, getOrigin, succeed } from '../../http/contract-routes.ts';
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
  app.handle(login, ({ body, request }) => signIn.login(body, getOrigin(request)));

  app.handle(logout, ({ viewer, request }) => succeed(signIn.logout(viewer, getOrigin(request))));

  app.handle(currentUser, ({ viewer }) => viewer.user);

  app.handle(account.listSessions, ({ viewer }) => ownSessions.list(viewer));

  app.handle(account.endSession, ({ params, viewer, request }) =>
    succeed(ownSessions.end(viewer, params.id, getOrigin(request))),
  );

  app.handle(account.endAllSessions, ({ viewer, request }) =>
    succeed(ownSessions.endAll(viewer, getOrigin(request))),
  );

  app.handle(account.endOtherSessions, ({ viewer, request }) =>
    succeed(ownSessions.endOthers(viewer, getOrigin(request))),
  );

  app.handle(account.confirmPassword, ({ body, viewer, request }) =>
    succeed(ownSessions.confirm(viewer, body.password, getOrigin(request))),
  );

  app.handle(account.changePassword, ({ body, viewer, request }) =>
    succeed(ownSessions.changePassword(viewer, body, getOrigin(request))),
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
    prices: env.candles.isDisplayed && listCandleSources(env).length > 0,
  }));
};
