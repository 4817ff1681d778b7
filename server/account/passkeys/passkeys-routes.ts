import * as routes from '../../../contract/account/passkeys.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import type { PasskeysService } from './passkeys-service.ts';

export const passkeysRoutes = (app: ContractApp, { passkeys }: { passkeys: PasskeysService }): void => {
  app.handle(routes.passkeySignInOptions, () => passkeys.createSignInOptions());
  app.handle(routes.passkeySignIn, ({ body, origin }) => passkeys.signIn(body, origin));

  app.handle(routes.listPasskeys, ({ viewer }) => passkeys.list(viewer));
  app.handle(routes.passkeyRegistrationOptions, ({ viewer }) => passkeys.createRegistrationOptions(viewer));
  app.handle(routes.addPasskey, ({ body, viewer, origin }) => passkeys.add(viewer, body, origin));
  app.handle(routes.renamePasskey, ({ params, body, viewer }) =>
    passkeys.rename(viewer, params.id, body.name),
  );
  app.handle(routes.removePasskey, ({ params, viewer, origin }) =>
    succeed(passkeys.remove(viewer, params.id, origin)),
  );

  app.handle(routes.passkeyConfirmOptions, ({ viewer }) => passkeys.createConfirmOptions(viewer));
  app.handle(routes.confirmPasskey, ({ body, viewer, origin }) =>
    succeed(passkeys.confirm(viewer, body.response, origin)),
  );
};
