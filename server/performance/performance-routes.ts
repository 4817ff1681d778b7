import { listPerformance } from '../../contract/track-record.ts';
import type { Deps } from '../deps.ts';
import type { ContractApp } from '../http/contract-routes.ts';

export const performanceRoutes = (app: ContractApp, { performance }: Deps): void => {
  app.handle(listPerformance, ({ query, viewer }) => performance.list(viewer.user, query.educatorId));
};
