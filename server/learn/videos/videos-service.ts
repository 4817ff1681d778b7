import { randomUUID } from 'node:crypto';
import type { User } from '../../../contract/account/auth.ts';
import type { NewVideo, Video, VideoChanges } from '../../../contract/learn/videos.ts';
import type { Connection, Db } from '../../database/connection.ts';
import { findFirstAnswer } from '../../http/idempotency-keys.ts';
import { assertOwnMedia } from '../../media/media-service.ts';
import { AppError } from '../../shared/app-error.ts';
import { deleteOwnVideo, hasVideo, insertVideo, updateOwnVideo } from './videos-db.ts';

// Lessons. A link is stored as given and never fetched; an upload must be the educator's own.

/**
 * Adds a video. Repeating an idempotency key with the same body returns the first video; anything else under that key
 * throws IDEMPOTENCY_KEY_REUSED. Throws INVALID_REQUEST if the upload is not the viewer's.
 */
export const addVideo = async (
  db: Db,
  now: Date,
  viewer: User,
  input: NewVideo,
  idempotencyKey?: string,
): Promise<Video> => {
  const at = now.toISOString();
  const author = { educator_id: requireEducatorId(viewer), educator_name: viewer.fullName };
  const video = { ...input, ...author, id: randomUUID(), created_at: at, updated_at: at };
  const call = { userId: viewer.id, key: idempotencyKey, body: ['video', input], answer: video, at: now };
  return db.transaction(async (tx) => {
    const first = await findFirstAnswer(tx, call);
    if (first) return first;
    await assertOwnMedia(tx, viewer.id, { url: [input.url] });
    await insertVideo(tx, video);
    return video;
  });
};

/**
 * Changes the viewer's own video. Throws NOT_FOUND, FORBIDDEN for others' videos, INVALID_REQUEST for others'
 * uploads.
 */
export const changeVideo = (
  db: Db,
  now: Date,
  viewer: User,
  id: string,
  { title, category, url }: VideoChanges,
): Promise<Video> =>
  db.transaction(async (tx) => {
    if (url !== undefined) await assertOwnMedia(tx, viewer.id, { url: [url] });
    const changes = { title, category, url, updated_at: now.toISOString() };
    const row = await updateOwnVideo(tx, id, requireEducatorId(viewer), changes);
    if (!row) throw await createMissingError(tx, id);
    return { ...row, educator_name: viewer.fullName };
  });

/** Deletes the viewer's own video; its upload is removed by housekeeping. Throws NOT_FOUND, FORBIDDEN. */
export const removeVideo = async (db: Db, viewer: User, id: string): Promise<void> => {
  const deleted = await deleteOwnVideo(db, id, requireEducatorId(viewer));
  if (!deleted) throw await createMissingError(db, id);
};

/** SPEC §10: 403 for others' videos, 404 for missing ones. */
const createMissingError = async (db: Connection, id: string): Promise<AppError> =>
  new AppError((await hasVideo(db, id)) ? 'FORBIDDEN' : 'NOT_FOUND');

const requireEducatorId = ({ educatorId }: User): string => {
  if (educatorId === null) throw new AppError('FORBIDDEN');
  return educatorId;
};
