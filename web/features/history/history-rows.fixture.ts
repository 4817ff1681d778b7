import type { TradeIdea } from '../../../contract/ideas.ts';

const START = Date.UTC(2026, 10, 20);

/** A completed EUR/USD idea; number 1 is the newest, each further one an hour older. */
export const completedRow = (number: number, changes: Partial<TradeIdea> = {}): TradeIdea => {
  const at = new Date(START - number * 3_600_000).toISOString();
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    educator_id: '3',
    educator_name: 'Maya Okafor',
    pair: 'EUR/USD',
    time_frame: '4H',
    order_type: 'BUY',
    idea_type: 'Leverage',
    market_type: 'Forex',
    entry_1: '1.0842',
    entry_2: null,
    invalidation_level: '1.0755',
    exit_1: '1.0921',
    exit_2: null,
    exit_3: null,
    status: 'successful',
    notes: null,
    image_urls: [],
    video_url: null,
    audio_url: null,
    result_level: null,
    result_at: null,
    lesson: null,
    take_profit_1: null,
    take_profit_2: null,
    take_profit_3: null,
    photo_url: null,
    chart_url: null,
    created_at: at,
    updated_at: at,
    created_by: null,
    version: 2,
    ...changes,
  };
};

/** Ideas `from` to `to`, newest first. */
export const completedRows = (from: number, to: number): TradeIdea[] =>
  Array.from({ length: to - from + 1 }, (_, index) => completedRow(from + index));
