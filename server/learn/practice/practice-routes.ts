import {
  answerPracticeQuestion,
  askPracticeQuestion,
  FORECASTS_PAGE,
  getForecast,
  getPracticeSummary,
  listForecasts,
  reviewLessonCard,
} from '../../../contract/learn/practice.ts';
import { routeUrl } from '../../../contract/shared/route.ts';
import type { ContractApp } from '../../http/contract-routes.ts';
import { toPage } from '../../http/paging.ts';
import { formatCursor, parseCursor } from '../../shared/keyset-cursor.ts';
import type { PracticeService } from './practice-service.ts';

export const practiceRoutes = (app: ContractApp, { practice }: { practice: PracticeService }): void => {
  app.handle(askPracticeQuestion, ({ viewer }) => practice.ask(viewer.user));

  app.handle(answerPracticeQuestion, ({ viewer, params, body }) =>
    practice.answer(viewer.user, params.id, body),
  );

  app.handle(getPracticeSummary, ({ viewer }) => practice.summarize(viewer.user));

  app.handle(listForecasts, async ({ viewer, query, reply }) => {
    const cursor = parseCursor(query.cursor);
    const rows = await practice.list(viewer.user, { cursor, limit: FORECASTS_PAGE + 1 });
    return toPage(reply, rows, FORECASTS_PAGE, ({ answered_at, id }) =>
      routeUrl(listForecasts, {}, { cursor: formatCursor({ created_at: answered_at, id }) }),
    );
  });

  app.handle(getForecast, ({ viewer, params }) => practice.find(viewer.user, params.id));

  app.handle(reviewLessonCard, ({ viewer, params }) => practice.review(viewer.user, params.id));
};
