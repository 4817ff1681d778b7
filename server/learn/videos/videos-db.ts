import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { listVideos, VideoChanges } from '../../../contract/learn/videos.ts';
import type { RouteQuery } from '../../../contract/shared/route.ts';
import type { Connection } from '../../database/connection.ts';
import { first, hasWritten } from '../../database/rows.ts';
import { users, videos } from '../../database/schema.ts';
import { isPublicSql } from '../../educators/visibility.ts';
import { isAfterCursor, type KeysetPage } from '../../shared/keyset-cursor.ts';

export type VideoRow = typeof videos.$inferSelect;

type VideoFilter = RouteQuery<typeof listVideos> & {
  /** The hidden educator's videos are test data. */
  withHidden: boolean;
};

const toCondition = ({ category, educatorId, withHidden }: VideoFilter): SQL | undefined =>
  and(
    category === undefined ? undefined : eq(videos.category, category),
    educatorId === undefined ? undefined : eq(videos.educator_id, educatorId),
    withHidden ? undefined : isPublicSql(videos.educator_id),
  );

/** Videos after `cursor`, newest first, with their educators' names. */
export const selectVideos = (db: Connection, filter: VideoFilter, { cursor, limit }: KeysetPage) =>
  db
    .select({ ...getTableColumns(videos), educator_name: users.fullName })
    .from(videos)
    .innerJoin(users, eq(users.educatorId, videos.educator_id))
    .where(and(toCondition(filter), isAfterCursor(videos.created_at, videos.id, cursor)))
    .orderBy(desc(videos.created_at), desc(videos.id))
    .limit(limit);

export const hasVideo = async (db: Connection, id: string): Promise<boolean> =>
  (await db.$count(videos, eq(videos.id, id))) > 0;

export const insertVideo = async (db: Connection, video: VideoRow): Promise<void> => {
  await db.insert(videos).values(video);
};

const isOwnVideo = (id: string, educatorId: string) =>
  and(eq(videos.id, id), eq(videos.educator_id, educatorId));

/** Undefined if the educator has no such video. */
export const updateOwnVideo = (
  db: Connection,
  id: string,
  educatorId: string,
  changes: VideoChanges & Pick<VideoRow, 'updated_at'>,
): Promise<VideoRow | undefined> =>
  first(db.update(videos).set(changes).where(isOwnVideo(id, educatorId)).returning());

/** Returns whether a video was deleted. */
export const deleteOwnVideo = (db: Connection, id: string, educatorId: string): Promise<boolean> =>
  hasWritten(db.delete(videos).where(isOwnVideo(id, educatorId)));
