import { DEFAULT_EDUCATOR_NAME, DEFAULT_SPECIALTY, type Educator } from '../../../contract/educators.ts';
import type { IdeaStatus, IdeaType, OrderType, ResultLevel, TradeIdea } from '../../../contract/ideas.ts';
import type { Levels } from '../../../contract/levels.ts';
import { classifyMarket, type Market } from '../../../contract/markets.ts';

/** A trade idea in SPEC §3's client-side shape, with the version for `If-Match`. */
export type Idea = {
  id: string;
  educatorId: string;
  educatorName: string;
  educatorImage: string | null;
  specialty: string;
  market: Market;
  pair: string;
  timeFrame: string;
  orderType: OrderType;
  ideaType: IdeaType;
  entry1: string;
  entry2: string | null;
  invalidationLevel: string;
  exit1: string;
  exit2: string | null;
  exit3: string | null;
  notes: string | null;
  chartUrl: string | null;
  imageUrl: string | null;
  image_urls: string[];
  videoUrl: string | null;
  audioUrl: string | null;
  /** The result as the educator reported it (contract/ideas.ts). */
  resultLevel: ResultLevel | null;
  resultAt: string | null;
  lesson: string | null;
  createdAt: string;
  updatedAt: string;
  createdBy: string | null;
  status: IdeaStatus;
  version: number;
};

/** Maps a row to an idea. Legacy columns fill in for empty new ones. */
export const toIdea = (row: TradeIdea, educator?: Educator): Idea => {
  const photos = row.image_urls.length > 0 ? row.image_urls : row.photo_url ? [row.photo_url] : [];
  return {
    id: row.id,
    educatorId: row.educator_id,
    educatorName: educator?.fullName.trim() || row.educator_name.trim() || DEFAULT_EDUCATOR_NAME,
    educatorImage: educator?.profileImage ?? null,
    specialty: educator?.specialty?.trim() || DEFAULT_SPECIALTY,
    market: classifyMarket(row),
    pair: row.pair,
    timeFrame: row.time_frame,
    orderType: row.order_type,
    ideaType: row.idea_type,
    entry1: row.entry_1,
    entry2: row.entry_2,
    invalidationLevel: row.invalidation_level,
    exit1: row.exit_1 || row.take_profit_1 || '',
    exit2: row.exit_2 ?? row.take_profit_2,
    exit3: row.exit_3 ?? row.take_profit_3,
    notes: row.notes?.trim() || null,
    chartUrl: row.chart_url,
    imageUrl: photos[0] ?? null,
    image_urls: photos,
    videoUrl: row.video_url,
    audioUrl: row.audio_url,
    resultLevel: row.result_level,
    resultAt: row.result_at,
    lesson: row.lesson,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
    status: row.status,
    version: row.version,
  };
};

/** The levels of an idea by the contract's names. */
export const toLevels = (idea: Idea): Levels => ({
  order_type: idea.orderType,
  entry_1: idea.entry1,
  entry_2: idea.entry2,
  invalidation_level: idea.invalidationLevel,
  exit_1: idea.exit1,
  exit_2: idea.exit2,
  exit_3: idea.exit3,
});

/** What the detail opens on: the whole idea, or its changes. */
export type DetailSection = 'everything' | 'changes';
