import { deleteOwnAccount, exportOwnData, listActivity } from '../../contract/account/own-data.ts';
import * as factors from '../../contract/account/second-factor.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import type { OwnAccountService } from './own-account-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';

export const ownAccountRoutes = (
  app: ContractApp,
  { ownAccount, secondFactor }: { ownAccount: OwnAccountService; secondFactor: SecondFactorService },
): void => {
  app.handle(listActivity, ({ viewer }) => ownAccount.listActivity(viewer));
  app.handle(exportOwnData, ({ viewer, origin }) => ownAccount.export(viewer, origin));
  app.handle(deleteOwnAccount, ({ viewer }) => succeed(ownAccount.delete(viewer)));

  app.handle(factors.getSecondFactor, ({ viewer }) => secondFactor.read(viewer));
  app.handle(factors.startTimeCode, ({ viewer }) => secondFactor.start(viewer));
  app.handle(factors.confirmTimeCode, ({ viewer, body, origin }) =>
    secondFactor.confirm(viewer, body.code, origin),
  );
  app.handle(factors.removeTimeCode, ({ viewer, origin }) => succeed(secondFactor.remove(viewer, origin)));
  app.handle(factors.renewRecoveryCodes, ({ viewer, origin }) =>
    secondFactor.renewRecoveryCodes(viewer, origin),
  );
};
