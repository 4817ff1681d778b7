import { getPreferences, putPreferences } from '../../contract/notifications.ts';
import type { Deps } from '../deps.ts';
import type { ContractApp } from '../http/contract-routes.ts';

export const notificationsRoutes = (app: ContractApp, { notifications }: Deps): void => {
  app.handle(getPreferences, ({ viewer }) => notifications.preferences(viewer.user));
  app.handle(putPreferences, ({ viewer, body }) => notifications.choose(viewer.user, body));
};
