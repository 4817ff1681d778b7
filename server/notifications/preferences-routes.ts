import { getPreferences, putPreferences } from '../../contract/notifications/preferences.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { NotificationsService } from './preferences-service.ts';

export const notificationsRoutes = (
  app: ContractApp,
  { notifications }: { notifications: NotificationsService },
): void => {
  app.handle(getPreferences, ({ viewer }) => notifications.preferences(viewer.user));
  app.handle(putPreferences, ({ viewer, body }) => notifications.choose(viewer.user, body));
};
