import { getIdeaChart } from '../../contract/candles/idea-chart.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { CandlesService } from './candles-service.ts';

export const candlesRoutes = (app: ContractApp, { candles }: { candles: CandlesService }): void => {
  app.handle(getIdeaChart, ({ viewer, params }) => candles.readChart(viewer.user, params.id));
};
