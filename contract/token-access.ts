import { listPublicProfiles } from './account/profiles.ts';
import { getIdeaChart } from './candles/idea-chart.ts';
import { getOwnPrices } from './candles/own-prices.ts';
import { listMessages, listRooms } from './chat/chat.ts';
import { listEducators } from './educators/educators.ts';
import { listFollows } from './educators/follows.ts';
import { listBookmarks } from './ideas/bookmarks.ts';
import { listIdeaRevisions } from './ideas/idea-revisions.ts';
import { getIdea, listIdeas } from './ideas/ideas.ts';
import { getReadership, getReadingState } from './ideas/reading.ts';
import { countLessons, listLessons } from './learn/lessons.ts';
import { getForecast, getPracticeSummary, listForecasts } from './learn/practice.ts';
import { listVideos } from './learn/videos.ts';
import { getPresence } from './live/presence.ts';
import { listNews } from './notifications/news.ts';
import { getIdeaDeliveries, listIdeaDeliveries } from './notifications/push.ts';
import { addIdeaStep, createIdea, undoIdeaChange, updateIdea } from './publishing/idea-writing.ts';
import { getLedger } from './record/ledger.ts';
import { getPublication } from './record/public-record.ts';
import { listTrackRecords } from './record/track-record.ts';
import type { RouteDefinition } from './shared/route.ts';

const readable: readonly RouteDefinition[] = [
  listIdeas,
  getIdea,
  listIdeaRevisions,
  getIdeaChart,
  getOwnPrices,
  getReadership,
  getReadingState,
  listBookmarks,
  listEducators,
  listPublicProfiles,
  listFollows,
  listNews,
  getIdeaDeliveries,
  listIdeaDeliveries,
  getLedger,
  getPublication,
  listTrackRecords,
  listRooms,
  listMessages,
  listLessons,
  countLessons,
  getPracticeSummary,
  listForecasts,
  getForecast,
  listVideos,
  getPresence,
];
const publishable: readonly RouteDefinition[] = [createIdea, updateIdea, addIdeaStep, undoIdeaChange];

export type TokenAccess = 'read' | 'publish';

/**
 * What a personal token must be allowed to call a route, besides its `access`; undefined if none may. A list, not a part of
 * each route: a new route is closed, and browsers need not load it.
 */
export const getTokenAccess = (route: RouteDefinition): TokenAccess | undefined => {
  if (publishable.includes(route)) return 'publish';
  return readable.includes(route) ? 'read' : undefined;
};
