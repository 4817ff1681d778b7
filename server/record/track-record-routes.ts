import { listPerformance } from '../../contract/record/track-record.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { PerformanceService } from './track-record-service.ts';

export const performanceRoutes = (
  app: ContractApp,
  { performance }: { performance: PerformanceService },
): void => {
  app.handle(listPerformance, ({ query, viewer }) => performance.list(viewer.user, query.educatorId));
};
