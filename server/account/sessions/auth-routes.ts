import {
  changePassword,
  confirmPassword,
  endAllSessions,
  endOtherSessions,
  endSession,
  listSessions,
} from '../../../contract/account/account.ts';
import { currentUser, login, logout } from '../../../contract/account/auth.ts';
import { listEducators } from '../../../contract/educators/educators.ts';
import { config } from '../../../contract/shared/config.ts';
import type { Database } from '../../database/database.ts';
import { type ContractApp, getOrigin, succeed } from '../../http/contract-routes.ts';
import type { Env } from '../../shared/env.ts';
import type { AllowListService } from '../users/allow-list.ts';
import { listEducators as readEducators } from '../users/users-service.ts';
import type { OwnSessionsService } from './own-sessions-service.ts';
import type { AuthService } from './sign-in-service.ts';

type AuthServices = {
  auth: AuthService;
  devices: OwnSessionsService;
  allowList: AllowListService;
  /** For the public key that browsers subscribe with. */
  push: { keys: { keys(): Promise<{ publicKey: string }> } };
  passkeys: { relyingParty: { id: string } | undefined };
  database: Database;
  env: Env;
};

export const authRoutes = (
  app: ContractApp,
  { auth, devices, allowList, push, passkeys, database, env }: AuthServices,
): void => {
  app.handle(login, ({ body, request }) => auth.login(body, getOrigin(request)));

  app.handle(logout, ({ viewer, request }) => succeed(auth.logout(viewer, getOrigin(request))));

  app.handle(currentUser, ({ viewer }) => viewer.user);

  app.handle(listSessions, ({ viewer }) => devices.list(viewer));

  app.handle(endSession, ({ params, viewer, request }) =>
    succeed(devices.end(viewer, params.id, getOrigin(request))),
  );

  app.handle(endAllSessions, ({ viewer, request }) => succeed(devices.endAll(viewer, getOrigin(request))));

  app.handle(endOtherSessions, ({ viewer, request }) =>
    succeed(devices.endOthers(viewer, getOrigin(request))),
  );

  app.handle(confirmPassword, ({ body, viewer, request }) =>
    succeed(devices.confirm(viewer, body.password, getOrigin(request))),
  );

  app.handle(changePassword, ({ body, viewer, request }) =>
    succeed(devices.changePassword(viewer, body, getOrigin(request))),
  );

  app.handle(listEducators, ({ viewer }) => readEducators(database.db, viewer.user));

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
  }));
};
