import { randomUUID } from 'node:crypto';
import type { User } from '../../../contract/account/auth.ts';
import type { NewVideo, Video, VideoChanges } from '../../../contract/learn/videos.ts';
import type { Connection, Db } from '../../database/connection.ts';
import { getStoredResponse, hashBody, storeResponse } from '../../http/idempotency-keys.ts';
import { assertOwnMedia } from '../../media/media-service.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { KeysetPage } from '../../shared/keyset-cursor.ts';
import {
  deleteOwnVideo,
  hasVideo,
  insertVideo,
  selectVideos,
  updateOwnVideo,
  type VideoFilter,
  type VideoRow,
} from './videos-db.ts';

/** Lessons. A link is stored as given and never fetched; an upload must be the educator's own. */
export class VideosService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** At most `limit` videos after `cursor`, newest first. Customers never see those of the hidden educator. */
  async list(viewer: Pick<User, 'role'>, filter: Omit<VideoFilter, 'withHidden'>, page: KeysetPage) {
    const rows = await selectVideos(this.#db, { ...filter, withHidden: viewer.role === 'educator' }, page);
    return rows.map(({ video, educatorName }) => toVideoDto(video, educatorName));
  }

  /**
   * Adds a video. Repeating an idempotency key with the same body returns the first video; anything else under that key
   * throws IDEMPOTENCY_KEY_REUSED. Throws INVALID_REQUEST if the upload is not the viewer's.
   */
  async add(viewer: User, input: NewVideo, idempotencyKey?: string): Promise<Video> {
    const now = this.#clock();
    const educatorId = requireEducatorId(viewer);
    const row = { ...input, id: randomUUID(), educatorId, createdAt: now, updatedAt: now };
    const added = toVideoDto(row, viewer.fullName);
    const attempt = idempotencyKey !== undefined && {
      userId: viewer.id,
      key: idempotencyKey,
      bodyHash: hashBody(['video', input]),
    };
    return this.#db.transaction(async (tx) => {
      if (attempt && !(await storeResponse(tx, attempt, added, now))) return getStoredResponse(tx, attempt);
      await assertOwnMedia(tx, viewer.id, { url: [input.url] });
      await insertVideo(tx, row);
      return added;
    });
  }

  /**
   * Changes the viewer's own video. Throws NOT_FOUND, FORBIDDEN for others' videos, INVALID_REQUEST for others'
   * uploads.
   */
  update(viewer: User, id: string, { title, category, url }: VideoChanges): Promise<Video> {
    return this.#db.transaction(async (tx) => {
      if (url !== undefined) await assertOwnMedia(tx, viewer.id, { url: [url] });
      const changes = { title, category, url, updatedAt: this.#clock() };
      const row = await updateOwnVideo(tx, id, requireEducatorId(viewer), changes);
      if (!row) throw await createMissingError(tx, id);
      return toVideoDto(row, viewer.fullName);
    });
  }

  /** Deletes the viewer's own video; its upload is removed by housekeeping. Throws NOT_FOUND, FORBIDDEN. */
  async delete(viewer: User, id: string): Promise<void> {
    const deleted = await deleteOwnVideo(this.#db, id, requireEducatorId(viewer));
    if (!deleted) throw await createMissingError(this.#db, id);
  }
}

/** SPEC §10: 403 for others' videos, 404 for missing ones. */
const createMissingError = async (db: Connection, id: string): Promise<AppError> =>
  new AppError((await hasVideo(db, id)) ? 'FORBIDDEN' : 'NOT_FOUND');

const requireEducatorId = ({ educatorId }: User): string => {
  if (educatorId === null) throw new AppError('FORBIDDEN');
  return educatorId;
};

const toVideoDto = (row: VideoRow, educatorName: string): Video => ({
  id: row.id,
  educator_id: row.educatorId,
  educator_name: educatorName,
  title: row.title,
  category: row.category,
  url: row.url,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
