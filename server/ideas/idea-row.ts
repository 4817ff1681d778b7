import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/account/auth.ts';
import { DEFAULT_EDUCATOR_NAME } from '../../contract/educators/educators.ts';
import { getReportedMarket, hasEnded, type IdeaStatus, type TradeIdea } from '../../contract/ideas/ideas.ts';
import type { IdeaChanges, NewIdea } from '../../contract/publishing/idea-writing.ts';
import type { tradeIdeas } from '../database/schema.ts';
import { AppError } from '../shared/app-error.ts';

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
  lesson_tag: row.lessonTag,
  closed_at: row.closedAt?.toISOString() ?? null,
  plan: row.plan,
  levels_at_close: row.levelsAtClose,
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
  lesson_tag: 'lessonTag',
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

/** Author fields stored with an idea. */
export type IdeaAuthor = Pick<User, 'id' | 'educatorId' | 'fullName'>;

/** The row of a new idea. Id, times and author are set by the server, never by the client. */
export const createIdeaRow = (author: IdeaAuthor, input: NewIdea, status: IdeaStatus, at: Date): IdeaRow => {
  if (author.educatorId === null) throw new AppError('FORBIDDEN');
  return {
    id: randomUUID(),
    educatorId: author.educatorId,
    educatorName: author.fullName || DEFAULT_EDUCATOR_NAME,
    pair: input.pair,
    timeFrame: input.time_frame,
    orderType: input.order_type,
    ideaType: input.idea_type,
    marketType: input.market_type,
    entry1: input.entry_1,
    entry2: input.entry_2,
    invalidationLevel: input.invalidation_level,
    exit1: input.exit_1,
    exit2: input.exit_2,
    exit3: input.exit_3,
    status,
    notes: input.notes || null,
    imageUrls: input.image_urls,
    videoUrl: input.video_url,
    audioUrl: input.audio_url,
    disclosure: input.disclosure,
    resultLevel: null,
    resultAt: null,
    lesson: null,
    lessonTag: null,
    closedAt: hasEnded(status) ? at : null,
    plan: null,
    levelsAtClose: null,
    takeProfit1: null,
    takeProfit2: null,
    takeProfit3: null,
    photoUrl: null,
    chartUrl: null,
    createdAt: at,
    updatedAt: at,
    createdBy: author.id,
    version: 1,
  };
};
