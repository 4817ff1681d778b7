import {
  changePassword,
  confirmPassword,
  endAllSessions,
  endOtherSessions,
  endSession,
  listSessions,
} from '../../contract/account.ts';
import { currentUser, login, logout } from '../../contract/auth.ts';
import { config } from '../../contract/config.ts';
import { listEducators } from '../../contract/educators.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import { type ContractApp, getOrigin } from '../http/contract-routes.ts';
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

  app.handle(logout, async ({ viewer, request }) => {
    await auth.logout(viewer, getOrigin(request));
    return { success: true as const };
  });

  app.handle(currentUser, ({ viewer }) => viewer.user);

  app.handle(listSessions, ({ viewer }) => devices.list(viewer));

  app.handle(endSession, async ({ params, viewer, request }) => {
    await devices.end(viewer, params.id, getOrigin(request));
    return { success: true as const };
  });

  app.handle(endAllSessions, async ({ viewer, request }) => {
    await devices.endAll(viewer, getOrigin(request));
    return { success: true as const };
  });

  app.handle(endOtherSessions, async ({ viewer, request }) => {
    await devices.endOthers(viewer, getOrigin(request));
    return { success: true as const };
  });

  app.handle(confirmPassword, async ({ body, viewer, request }) => {
    await devices.confirm(viewer, body.password, getOrigin(request));
    return { success: true as const };
  });

  app.handle(changePassword, async ({ body, viewer, request }) => {
    await devices.changePassword(viewer, body, getOrigin(request));
    return { success: true as const };
  });

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
