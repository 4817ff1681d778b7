import { listNews, markNewsRead } from '../../contract/notifications/news.ts';
import { getPreferences, putPreferences } from '../../contract/notifications/preferences.ts';
import {
  getIdeaDeliveries,
  getPushSettings,
  listIdeaDeliveries,
  putPushSettings,
  renewPush,
  sendTestPush,
  sendTestTradePush,
  subscribePush,
  unsubscribePush,
} from '../../contract/notifications/push.ts';
import type { Db } from '../database/connection.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import type { IdeasService } from '../ideas/ideas-service.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { listCandleSources } from '../shared/exposure.ts';
import type { Push } from './create-push.ts';
import { countDeliveries, countOwnDeliveries } from './delivery/deliveries-db.ts';
import { computeNews, markReadUntil } from './news-service.ts';
import { selectPreferences, upsertPreferences } from './preferences-db.ts';
import { readPushSettings, storePushSettings } from './settings-service.ts';

type NotificationsServices = {
  database: { db: Db };
  clock: Clock;
  env: Env;
  push: Push;
  ideas: IdeasService;
};

export const notificationsRoutes = (
  app: ContractApp,
  { database: { db }, clock, env, push, ideas }: NotificationsServices,
): void => {
  app.handle(getPreferences, ({ viewer }) => selectPreferences(db, viewer.user.id));
  app.handle(putPreferences, ({ viewer, body }) => upsertPreferences(db, viewer.user.id, body, clock()));

  app.handle(listNews, ({ viewer }) => computeNews(db, viewer.user.id, clock()));
  app.handle(markNewsRead, ({ viewer, body }) =>
    succeed(markReadUntil(db, viewer.user.id, new Date(body.until), clock())),
  );

  app.handle(subscribePush, ({ viewer, body }) => push.subscriptions.subscribe(viewer, body));

  app.handle(unsubscribePush, ({ viewer, body }) =>
    succeed(push.subscriptions.unsubscribe(viewer, body.endpoint)),
  );

  app.handle(renewPush, ({ body }) => succeed(push.subscriptions.renew(body.previous, body.subscription)));

  const hasPrices = listCandleSources(env).length > 0;
  app.handle(getPushSettings, ({ viewer }) => readPushSettings(db, viewer.user.id, hasPrices));
  app.handle(putPushSettings, async ({ viewer, body }) => {
    await storePushSettings(db, viewer.user.id, body, clock());
    return readPushSettings(db, viewer.user.id, hasPrices);
  });

  app.handle(getIdeaDeliveries, async ({ viewer, params }) => {
    await ideas.assertOwner(viewer.user, params.id);
    return countDeliveries(db, { newIdeaId: params.id });
  });
  app.handle(listIdeaDeliveries, ({ viewer }) => countOwnDeliveries(db, viewer.user.educatorId));

  app.handle(sendTestPush, ({ viewer, body }) => push.tests.send(viewer.user, 'test', body.audience));
  app.handle(sendTestTradePush, ({ viewer, body }) => push.tests.send(viewer.user, 'trade', body.audience));
};
