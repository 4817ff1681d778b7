import { getIdeaChart } from '../../contract/candles/idea-chart.ts';
import { getOwnPrices, putCheckComment } from '../../contract/candles/own-prices.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import type { IdeasService } from '../ideas/ideas-service.ts';
import type { CandlesService } from './candles-service.ts';

export const candlesRoutes = (
  app: ContractApp,
  { candles, ideas }: { candles: CandlesService; ideas: Pick<IdeasService, 'assertOwner'> },
): void => {
  app.handle(getIdeaChart, ({ viewer, params }) => candles.readChart(viewer.user, params.id));
  app.handle(getOwnPrices, ({ viewer }) => candles.readOwn(viewer.user));
  app.handle(putCheckComment, async ({ viewer, params, body }) => {
    await ideas.assertOwner(viewer.user, params.id);
    return succeed(candles.comment(params.id, body.comment));
  });
};
