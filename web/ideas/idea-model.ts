import {
  DEFAULT_EDUCATOR_NAME,
  DEFAULT_SPECIALTY,
  type Educator,
} from '../../contract/educators/educators.ts';
import { getReportedMarket, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { classifyMarket } from '../../contract/ideas/market-detection.ts';
import { formatTimeFrame } from '../../contract/ideas/time-frames.ts';

/** An idea as screens show it: a row whose empty columns are filled from legacy ones and its educator's profile. */
export const toIdea = (row: TradeIdea, educator?: Educator) => ({
  ...row,
  educator_name: educator?.fullName.trim() || row.educator_name.trim() || DEFAULT_EDUCATOR_NAME,
  educator_image: educator?.profileImage ?? null,
  specialty: educator?.specialty?.trim() || DEFAULT_SPECIALTY,
  market_type: classifyMarket({ ...row, market_type: getReportedMarket(row) }),
  time_frame: formatTimeFrame(row.time_frame),
  exit_1: row.exit_1 || row.take_profit_1 || '',
  exit_2: row.exit_2 ?? row.take_profit_2,
  exit_3: row.exit_3 ?? row.take_profit_3,
  notes: row.notes?.trim() || null,
  image_urls: row.image_urls.length > 0 ? row.image_urls : row.photo_url ? [row.photo_url] : [],
});
export type Idea = ReturnType<typeof toIdea>;

/** SPEC §3's client-side shape, for SPEC §4's window events. */
export const toEventIdea = (idea: Idea) => ({
  id: idea.id,
  educatorId: idea.educator_id,
  educatorName: idea.educator_name,
  educatorImage: idea.educator_image,
  specialty: idea.specialty,
  market: idea.market_type,
  pair: idea.pair,
  timeFrame: idea.time_frame,
  orderType: idea.order_type,
  ideaType: idea.idea_type,
  entry1: idea.entry_1,
  entry2: idea.entry_2,
  invalidationLevel: idea.invalidation_level,
  exit1: idea.exit_1,
  exit2: idea.exit_2,
  exit3: idea.exit_3,
  notes: idea.notes,
  chartUrl: idea.chart_url,
  imageUrl: idea.image_urls[0] ?? null,
  image_urls: idea.image_urls,
  videoUrl: idea.video_url,
  audioUrl: idea.audio_url,
  createdAt: idea.created_at,
  createdBy: idea.created_by,
  status: idea.status,
});

/** What the detail opens on: the whole idea, or its changes. */
export type DetailSection = 'everything' | 'changes';
