import { healthz, readyz } from '../../contract/health.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import type { ContractApp } from '../http/contract-routes.ts';

export const healthRoutes = (app: ContractApp, { feed }: Deps): void => {
  app.handle(healthz, () => ({ status: 'ok' as const }));

  // The follower asks the database every second; its last success is the answer, so a probe costs no query.
  app.handle(readyz, () => {
    if (!feed.isCurrent()) throw new AppError('DATABASE_UNAVAILABLE');
    return { status: 'ready' as const };
  });
};
