import { deleteOwnAccount, exportOwnData, listActivity } from '../../contract/account/own-data.ts';
import * as factors from '../../contract/account/second-factor.ts';
import { type ContractApp, getOrigin, succeed } from '../http/contract-routes.ts';
import type { OwnAccountService } from './own-account-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';

export const ownAccountRoutes = (
  app: ContractApp,
  { ownAccount, secondFactor }: { ownAccount: OwnAccountService; secondFactor: SecondFactorService },
): void => {
  app.handle(listActivity, ({ viewer }) => ownAccount.listActivity(viewer));
  app.handle(exportOwnData, ({ viewer, request }) => ownAccount.export(viewer, getOrigin(request)));
  app.handle(deleteOwnAccount, ({ viewer }) => succeed(ownAccount.delete(viewer)));

  app.handle(factors.getSecondFactor, ({ viewer }) => secondFactor.read(viewer));
  app.handle(factors.startTimeCode, ({ viewer }) => secondFactor.start(viewer));
  app.handle(factors.confirmTimeCode, ({ viewer, body, request }) =>
    secondFactor.confirm(viewer, body.code, getOrigin(request)),
  );
  app.handle(factors.removeTimeCode, ({ viewer, request }) =>
    succeed(secondFactor.remove(viewer, getOrigin(request))),
  );
  app.handle(factors.renewRecoveryCodes, ({ viewer, request }) =>
    secondFactor.renewRecoveryCodes(viewer, getOrigin(request)),
  );
};
