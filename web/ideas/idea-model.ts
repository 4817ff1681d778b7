import {
  DEFAULT_EDUCATOR_NAME,
  DEFAULT_SPECIALTY,
  type Educator,
} from '../../contract/educators/educators.ts';
import { getReportedMarket, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { getPlan, type Levels } from '../../contract/ideas/levels.ts';
import { classifyMarket } from '../../contract/ideas/markets.ts';
import { formatTimeFrame } from '../../contract/ideas/time-frames.ts';
import type { TermNumbers } from '../glossary/glossary.ts';

/** Maps a row to an idea. Legacy columns fill in for empty new ones. */
export const toIdea = (row: TradeIdea, educator?: Educator) => {
  const photos = row.image_urls.length > 0 ? row.image_urls : row.photo_url ? [row.photo_url] : [];
  return {
    id: row.id,
    educatorId: row.educator_id,
    educatorName: educator?.fullName.trim() || row.educator_name.trim() || DEFAULT_EDUCATOR_NAME,
    educatorImage: educator?.profileImage ?? null,
    specialty: educator?.specialty?.trim() || DEFAULT_SPECIALTY,
    market: classifyMarket({ ...row, market_type: getReportedMarket(row) }),
    pair: row.pair,
    timeFrame: formatTimeFrame(row.time_frame),
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
    disclosure: row.disclosure,
    resultLevel: row.result_level,
    resultAt: row.result_at,
    lesson: row.lesson,
    lessonTag: row.lesson_tag,
    closedAt: row.closed_at,
    plan: row.plan,
    levelsAtClose: row.levels_at_close,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
    status: row.status,
    version: row.version,
  };
};

/** A trade idea in SPEC §3's client-side shape, with the version for `If-Match`. */
export type Idea = ReturnType<typeof toIdea>;

/** Every level, in the order a trader writes them down: entries, invalidation, exits. */
export const levelFields = [
  'entry_1',
  'entry_2',
  'invalidation_level',
  'exit_1',
  'exit_2',
  'exit_3',
] as const;
export type LevelField = (typeof levelFields)[number];

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

/** The levels that risk and R are shown for. */
export const toPlan = (idea: Idea): Levels => getPlan({ ...toLevels(idea), plan: idea.plan });

/** What definitions of words show of an idea. */
export const toTermNumbers = (idea: Idea): TermNumbers => ({
  pair: idea.pair,
  levels: toLevels(idea),
  plan: toPlan(idea),
});

/** What the detail opens on: the whole idea, or its changes. */
export type DetailSection = 'everything' | 'changes';
