import type { User } from '../../contract/auth.ts';
import type { NewVideo, Video, VideoCategory, VideoChanges } from '../../contract/videos.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Connection, Db } from '../database/connection.ts';
import type { KeysetCursor } from '../keyset-cursor.ts';
import { assertOwnMedia } from '../media/media-service.ts';
import {
  deleteOwnVideo,
  insertVideo,
  selectVideoEducator,
  selectVideos,
  updateOwnVideo,
  type VideoRow,
} from './videos-db.ts';

/** Lessons. A link is kept as it was given and never fetched; an upload must be the educator's own. */
export class VideosService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** At most `limit`, newest first, from after `cursor` on. Customers never see those of the hidden educator. */
  async list(
    viewer: Pick<User, 'role'>,
    filter: { category?: VideoCategory | undefined; educatorId?: string | undefined },
    page: { cursor: KeysetCursor | undefined; limit: number },
  ): Promise<Video[]> {
    const shown = {
      category: filter.category,
      educatorId: filter.educatorId,
      withHidden: viewer.role === 'educator',
    };
    const rows = await selectVideos(this.#db, shown, page);
    return rows.map(({ video, educatorName }) => wireVideo(video, educatorName));
  }

  /** Adds a video of the viewer's. Throws INVALID_REQUEST where the upload is not theirs. */
  add(viewer: User, video: NewVideo): Promise<Video> {
    return this.#db.transaction((tx) => this.addIn(tx, viewer, video));
  }

  /** The same within a transaction of the caller's. */
  async addIn(tx: Parameters<typeof assertOwnMedia>[0], viewer: User, video: NewVideo): Promise<Video> {
    await assertOwnMedia(tx, viewer.id, { url: [video.url] });
    const now = this.#clock();
    const row = await insertVideo(tx, {
      ...video,
      educatorId: educatorIdOf(viewer),
      createdAt: now,
      updatedAt: now,
    });
    return wireVideo(row, viewer.fullName);
  }

  /** Changes an own video. Throws NOT_FOUND, FORBIDDEN for another's, INVALID_REQUEST for another's upload. */
  update(viewer: User, id: string, { title, category, url }: VideoChanges): Promise<Video> {
    return this.#db.transaction(async (tx) => {
      if (url !== undefined) await assertOwnMedia(tx, viewer.id, { url: [url] });
      const changes = {
        ...(title !== undefined && { title }),
        ...(category !== undefined && { category }),
        ...(url !== undefined && { url }),
        updatedAt: this.#clock(),
      };
      const row = await updateOwnVideo(tx, id, educatorIdOf(viewer), changes);
      if (!row) throw await missing(tx, id);
      return wireVideo(row, viewer.fullName);
    });
  }

  /** Deletes an own video; an upload it held goes with the next cleaning. Throws NOT_FOUND, FORBIDDEN. */
  async delete(viewer: User, id: string): Promise<void> {
    const deleted = await deleteOwnVideo(this.#db, id, educatorIdOf(viewer));
    if (!deleted) throw await missing(this.#db, id);
  }
}

/** DESIGN §15: another's is 403, what is not there 404. */
const missing = async (db: Connection, id: string): Promise<AppError> => {
  const isThere = (await selectVideoEducator(db, id)) !== undefined;
  return new AppError(isThere ? 'FORBIDDEN' : 'NOT_FOUND');
};

const educatorIdOf = ({ educatorId }: User): string => {
  if (educatorId === null) throw new AppError('FORBIDDEN');
  return educatorId;
};

const wireVideo = (row: VideoRow, educatorName: string): Video => ({
  id: row.id,
  educator_id: row.educatorId,
  educator_name: educatorName,
  title: row.title,
  category: row.category,
  url: row.url,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
