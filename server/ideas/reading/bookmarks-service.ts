import type { User } from '../../../contract/account/auth.ts';
import { canView } from '../../../contract/educators/visibility.ts';
import {
  type Bookmark,
  type BookmarkChanges,
  type IdeaSummary,
  MAX_BOOKMARKS,
} from '../../../contract/ideas/bookmarks.ts';
import { getReportedMarket, type TradeIdea } from '../../../contract/ideas/ideas.ts';
import type { Db } from '../../database/connection.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { IdeasService } from '../ideas-service.ts';
import {
  countBookmarksForUpdate,
  deleteBookmark,
  selectBookmark,
  selectBookmarks,
  upsertBookmark,
} from './bookmarks-db.ts';

const toIdeaSummary = (idea: TradeIdea): IdeaSummary => ({
  id: idea.id,
  pair: idea.pair,
  educator_name: idea.educator_name,
  market_type: getReportedMarket(idea),
  order_type: idea.order_type,
  status: idea.status,
});

/** A person's bookmarks, private notes and alerts. They outlive their idea; nobody else reads them. */
export const readBookmarks = async (db: Db, viewer: User): Promise<Bookmark[]> => {
  const rows = await selectBookmarks(db, viewer.id);
  return rows.map(({ bookmark, idea }) => ({
    idea_id: bookmark.ideaId,
    is_bookmarked: bookmark.isBookmarked,
    note: bookmark.note,
    alerts: bookmark.alerts,
    updated_at: bookmark.updatedAt.toISOString(),
    idea: idea && canView(viewer, idea.educator_id) ? toIdeaSummary(idea) : null,
  }));
};

/** Throws NOT_FOUND for an idea the viewer cannot see, unless it has an entry already; and TOO_MANY_BOOKMARKS. */
export const writeBookmark = async (
  { db, ideas, clock }: { db: Db; ideas: Pick<IdeasService, 'get'>; clock: Clock },
  viewer: User,
  ideaId: string,
  changes: BookmarkChanges,
): Promise<void> => {
  const isRemoval = !changes.is_bookmarked && !changes.note && !changes.alerts?.length;
  if (!isRemoval && !(await selectBookmark(db, viewer.id, ideaId))) await ideas.get(viewer, ideaId);
  await db.transaction(async (tx) => {
    const entries = await countBookmarksForUpdate(tx, viewer.id);
    const before = await selectBookmark(tx, viewer.id, ideaId);
    const isBookmarked = changes.is_bookmarked ?? before?.isBookmarked ?? false;
    const note = changes.note ?? before?.note ?? '';
    const alerts = [...new Set(changes.alerts ?? before?.alerts)];
    if (!isBookmarked && note === '' && alerts.length === 0) return deleteBookmark(tx, viewer.id, ideaId);
    if (entries >= MAX_BOOKMARKS && !before) throw new AppError('TOO_MANY_BOOKMARKS');
    const updatedAt = clock();
    await upsertBookmark(tx, { userId: viewer.id, ideaId, isBookmarked, note, alerts, updatedAt });
  });
};
