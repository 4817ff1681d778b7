import { eurUsdExample } from './example-levels.ts';
import type { TradeIdea } from './ideas.ts';

/** A trade_ideas row for tests: EUR/USD with every level by default. */
export const ideaRow = (changes: Partial<TradeIdea> = {}): TradeIdea => ({
  id: '00000000-0000-4000-8000-000000000001',
  educator_id: '3',
  educator_name: 'Maya Okafor',
  pair: 'EUR/USD',
  time_frame: '4H',
  idea_type: 'Leverage',
  market_type: 'Forex',
  ...eurUsdExample,
  status: 'active',
  notes: null,
  image_urls: [],
  video_url: null,
  audio_url: null,
  result_level: null,
  result_at: null,
  lesson: null,
  closed_at: null,
  plan: null,
  take_profit_1: null,
  take_profit_2: null,
  take_profit_3: null,
  photo_url: null,
  chart_url: null,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  created_by: 'edu-3',
  version: 1,
  ...changes,
});
