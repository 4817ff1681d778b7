import { listNews, markNewsRead } from '../../contract/notifications/news.ts';
import { getPreferences, putPreferences } from '../../contract/notifications/preferences.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import type { NewsService } from './news-service.ts';
import type { PreferencesService } from './preferences-service.ts';

export const notificationsRoutes = (
  app: ContractApp,
  { preferences, news }: { preferences: PreferencesService; news: NewsService },
): void => {
  app.handle(getPreferences, ({ viewer }) => preferences.get(viewer.user));
  app.handle(putPreferences, ({ viewer, body }) => preferences.choose(viewer.user, body));

  app.handle(listNews, ({ viewer }) => news.list(viewer.user));
  app.handle(markNewsRead, ({ viewer, body }) => succeed(news.markRead(viewer.user, new Date(body.until))));
};
