import type { IdeaChanges } from '../../contract/idea-writing.ts';
import { getReportedMarket, type TradeIdea } from '../../contract/ideas.ts';
import type { tradeIdeas } from '../database/schema.ts';

/** A stored idea without generated columns. */
export type IdeaRow = Omit<typeof tradeIdeas.$inferSelect, 'historyMarket' | 'pairKey'>;

/**
 * A stored idea as a DTO. The key order is fixed, so lists built from events and from the database are byte-
 * identical.
 */
export const toIdeaDto = (row: IdeaRow): TradeIdea => ({
  id: row.id,
  educator_id: row.educatorId,
  educator_name: row.educatorName,
  pair: row.pair,
  time_frame: row.timeFrame,
  order_type: row.orderType,
  idea_type: row.ideaType,
  market_type: row.marketType,
  entry_1: row.entry1,
  entry_2: row.entry2,
  invalidation_level: row.invalidationLevel,
  exit_1: row.exit1,
  exit_2: row.exit2,
  exit_3: row.exit3,
  status: row.status,
  notes: row.notes,
  image_urls: row.imageUrls,
  video_url: row.videoUrl,
  audio_url: row.audioUrl,
  disclosure: row.disclosure,
  result_level: row.resultLevel,
  result_at: row.resultAt?.toISOString() ?? null,
  lesson: row.lesson,
  closed_at: row.closedAt?.toISOString() ?? null,
  plan: row.plan,
  take_profit_1: row.takeProfit1,
  take_profit_2: row.takeProfit2,
  take_profit_3: row.takeProfit3,
  photo_url: row.photoUrl,
  chart_url: row.chartUrl,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  created_by: row.createdBy,
  version: row.version,
});

/** A DTO as lists and single reads report it. Changes and the ledger have the stored market. */
export const toReportedIdea = (idea: TradeIdea): TradeIdea => ({
  ...idea,
  market_type: getReportedMarket(idea),
});

/** Column of each field an educator may change; a missing field does not compile. */
const columnByField = {
  pair: 'pair',
  time_frame: 'timeFrame',
  order_type: 'orderType',
  idea_type: 'ideaType',
  market_type: 'marketType',
  entry_1: 'entry1',
  entry_2: 'entry2',
  invalidation_level: 'invalidationLevel',
  exit_1: 'exit1',
  exit_2: 'exit2',
  exit_3: 'exit3',
  notes: 'notes',
  image_urls: 'imageUrls',
  audio_url: 'audioUrl',
  video_url: 'videoUrl',
  disclosure: 'disclosure',
  status: 'status',
  result_level: 'resultLevel',
  result_at: 'resultAt',
  lesson: 'lesson',
} as const satisfies Record<keyof IdeaChanges, keyof IdeaRow>;

export type ChangeableField = keyof IdeaChanges;

/** Maps changes to columns and leaves out undefined values. */
export const toColumns = (changes: { [F in ChangeableField]?: TradeIdea[F] | undefined }): Partial<IdeaRow> =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [
        columnByField[field as ChangeableField],
        field === 'result_at' && value !== null ? new Date(value as string) : value,
      ]),
  );
