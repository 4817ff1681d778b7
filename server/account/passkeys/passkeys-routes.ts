import {
  addPasskey,
  confirmPasskey,
  listPasskeys,
  passkeyConfirmOptions,
  passkeyRegistrationOptions,
  passkeySignIn,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
} from '../../../contract/account/passkeys.ts';
import { type ContractApp, getOrigin, succeed } from '../../http/contract-routes.ts';
import type { PasskeysService } from './passkeys-service.ts';

export const passkeysRoutes = (app: ContractApp, { passkeys }: { passkeys: PasskeysService }): void => {
  app.handle(passkeySignInOptions, () => passkeys.createSignInOptions());
  app.handle(passkeySignIn, ({ body, request }) => passkeys.signIn(body, getOrigin(request)));

  app.handle(listPasskeys, ({ viewer }) => passkeys.list(viewer));
  app.handle(passkeyRegistrationOptions, ({ viewer }) => passkeys.createRegistrationOptions(viewer));
  app.handle(addPasskey, ({ body, viewer, request }) => passkeys.add(viewer, body, getOrigin(request)));
  app.handle(renamePasskey, ({ params, body, viewer }) => passkeys.rename(viewer, params.id, body.name));
  app.handle(removePasskey, ({ params, viewer, request }) =>
    succeed(passkeys.remove(viewer, params.id, getOrigin(request))),
  );

  app.handle(passkeyConfirmOptions, ({ viewer }) => passkeys.createConfirmOptions(viewer));
  app.handle(confirmPasskey, ({ body, viewer, request }) =>
    succeed(passkeys.confirm(viewer, body.response, getOrigin(request))),
  );
};
