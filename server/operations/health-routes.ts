import { healthz, readyz } from '../../contract/shared/health.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { FeedFollower } from '../live/feed-follower.ts';
import { AppError } from '../shared/app-error.ts';

export const healthRoutes = (app: ContractApp, { feed }: { feed: FeedFollower }): void => {
  app.handle(healthz, () => ({ status: 'ok' as const }));

  // The feed follower queries the database every two seconds; reporting its last success costs no query.
  app.handle(readyz, () => {
    if (!feed.isCurrent()) throw new AppError('DATABASE_UNAVAILABLE');
    return { status: 'ready' as const };
  });
};
