import { deleteOwnAccount, exportOwnData, listActivity } from '../../contract/own-data.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { OwnAccountService } from './own-account-service.ts';

export const ownAccountRoutes = (
  app: ContractApp,
  { ownAccount }: { ownAccount: OwnAccountService },
): void => {
  app.handle(listActivity, ({ viewer }) => ownAccount.listActivity(viewer));
  app.handle(exportOwnData, ({ viewer }) => ownAccount.export(viewer));
  app.handle(deleteOwnAccount, async ({ viewer }) => {
    await ownAccount.delete(viewer);
    return { success: true as const };
  });
};
