import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('answers exits, photo and chart of a row of an older version, and prices as they were written (§3.1)', async () => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into trade_ideas (id, educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
       entry_1, invalidation_level, exit_1, take_profit_2, take_profit_3, photo_url, chart_url, status, created_at, updated_at,
       version)
     values (gen_random_uuid(), '2', 'Named in the row', 'OLD/ACTIVE', '4H', 'BUY', 'Leverage', 'Crypto',
       0.00000812, 0.00000765, 0.00000901, 0.00000988, 0.00001204, '/media/old.png', 'https://elsewhere.example/chart.png',
       'active', now(), now(), 1)
     returning id`,
  );
  const token = await app.signIn('customer@test.example');
  const { body } = await app.call<TradeIdea>('GET', `/api/trade-ideas/${rows[0]?.id}`, { token });
  expect(body).toMatchObject({
    educator_name: 'Named in the row',
    entry_1: '0.00000812',
    invalidation_level: '0.00000765',
    exit_1: '0.00000901',
    exit_2: null,
    exit_3: null,
    take_profit_2: '0.00000988',
    take_profit_3: '0.00001204',
    photo_url: '/media/old.png',
    chart_url: 'https://elsewhere.example/chart.png',
  });
});
