import { ideaRow } from '../ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../ideas/ideas.ts';

const START = Date.UTC(2026, 10, 20);

/** A completed EUR/USD idea; number 1 is the newest, each next one is an hour older. */
export const completedRow = (number: number, changes: Partial<TradeIdea> = {}): TradeIdea => {
  const at = new Date(START - number * 3_600_000).toISOString();
  return ideaRow({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    status: 'successful',
    created_at: at,
    updated_at: at,
    version: 2,
    ...changes,
  });
};

/** Ideas `from` to `to`, newest first. */
export const completedRows = (from: number, to: number): TradeIdea[] =>
  Array.from({ length: to - from + 1 }, (_, index) => completedRow(from + index));
