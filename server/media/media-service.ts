import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { User } from '../../contract/account/auth.ts';
import { mediaLimits, mediaMessages, type UploadedMedia } from '../../contract/media/media.ts';
import {
  findMediaKind,
  isMediaName,
  type MediaExtension,
  type MediaKind,
  mediaFormats,
  parseMediaName,
  toMediaUrl,
} from '../../contract/media/media-names.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import { type ImageShape, PHOTO, PORTRAIT, reencode } from './image-processing.ts';
import {
  deleteMedia,
  insertMedia,
  lockUnreferenced,
  type MediaRow,
  type MediaSelection,
  selectMedia,
  selectOwnedForShare,
  selectUploadedBytes,
} from './media-db.ts';
import { detectFormat, type FileFormat } from './media-format.ts';
import type { ByteRange, MediaStore } from './media-store.ts';
import { MediaRejected } from './processing.ts';
import { remux } from './remux.ts';
import type { Received, UploadSpool } from './upload-spool.ts';

const DAY_MS = 24 * 60 * 60_000;
/** DESIGN §8: unreferenced uploads are removed after this time. */
const UNREFERENCED_TTL_MS = DAY_MS;
/** Far more than writing ideas needs, far less than fills a disk. */
const MAX_BYTES_PER_DAY = 2 * 1024 ** 3;
/** Concurrent uploads per process: each is a file in the spool, not a buffer in memory. */
const MAX_CONCURRENT_UPLOADS = 16;
/** The web app queues the others. */
const MAX_UPLOADS_PER_PERSON = 2;
const MAX_CACHED_ROWS = 10_000;
const REMOVAL_BATCH_SIZE = 100;

/** A processed file, ready to be stored. */
type PreparedFile = {
  path: string;
  extension: MediaExtension;
  byteSize: number;
  width?: number;
  height?: number;
};

/** Uploads: validation, ownership and retention (DESIGN §8). */
export class MediaService {
  readonly #db: Db;
  readonly #store: MediaStore;
  readonly #spool: UploadSpool;
  readonly #clock: Clock;
  /** Rows never change, so cached rows stay valid; deleted ones are missing from the store. */
  readonly #cache = new LRUCache<string, MediaRow>({ max: MAX_CACHED_ROWS });
  readonly #quotaBytes: number;
  /** The owners of the uploads under way. */
  readonly #uploading: string[] = [];

  constructor(db: Db, store: MediaStore, spool: UploadSpool, clock: Clock, quotaBytes: number) {
    this.#db = db;
    this.#store = store;
    this.#spool = spool;
    this.#clock = clock;
    this.#quotaBytes = quotaBytes;
  }

  /** Stores the request's single file for `owner`. Throws the errors of contract/media/media.ts. */
  upload(owner: User, request: FastifyRequest, intendedKind: MediaKind | undefined): Promise<UploadedMedia> {
    return this.#receive(owner, request, intendedKind, PHOTO);
  }

  /** The same for a profile image, cropped to a square. */
  uploadPortrait(owner: User, request: FastifyRequest): Promise<UploadedMedia> {
    return this.#receive(owner, request, 'image', PORTRAIT);
  }

  async #receive(
    owner: User,
    request: FastifyRequest,
    intendedKind: MediaKind | undefined,
    shape: ImageShape,
  ): Promise<UploadedMedia> {
    if (this.#uploading.filter((id) => id === owner.id).length >= MAX_UPLOADS_PER_PERSON)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
    if (this.#uploading.length >= MAX_CONCURRENT_UPLOADS)
      throw new AppError('BUSY', { retryAfterSeconds: 5 });
    this.#uploading.push(owner.id);
    try {
      await this.#assertWithinLimits(owner);
      const limit = intendedKind ? mediaLimits[intendedKind] : Math.max(...Object.values(mediaLimits));
      return await this.#spool.with(request, limit, async (received) => {
        const format = await requireFormat(received, intendedKind);
        return this.#process(owner, received, format, shape);
      });
    } finally {
      this.#uploading.splice(this.#uploading.indexOf(owner.id), 1);
    }
  }

  /** The row of an upload. Throws NOT_FOUND. */
  async find(name: string): Promise<MediaRow> {
    const row = this.#cache.get(name) ?? (isMediaName(name) && (await selectMedia(this.#db, name)));
    if (!row) throw new AppError('NOT_FOUND');
    this.#cache.set(name, row);
    return row;
  }

  /** Content of an upload or of a range. Throws NOT_FOUND. */
  async read(name: string, range: ByteRange | undefined): Promise<Readable> {
    const content = await this.#store.read(name, range);
    if (!content) throw new AppError('NOT_FOUND');
    return content;
  }

  /** Removes uploads unreferenced for a day, and abandoned files. */
  async removeUnreferenced(): Promise<void> {
    const now = this.#clock();
    await this.#spool.removeAbandoned(now);
    await this.#removeSelected({ before: new Date(now.getTime() - UNREFERENCED_TTL_MS) });
  }

  /** Removes unreferenced uploads of deleted accounts at once. */
  removeOfDeletedAccounts(): Promise<void> {
    return this.#removeSelected('of deleted accounts');
  }

  async #removeSelected(selection: MediaSelection): Promise<void> {
    for (;;) {
      const removed = await this.#db.transaction(async (tx) => {
        const names = await lockUnreferenced(tx, selection, REMOVAL_BATCH_SIZE);
        for (const name of names) {
          // The file first: if this is interrupted, the row is still there to find it.
          await this.#store.remove(name);
          await deleteMedia(tx, name);
          this.#cache.delete(name);
        }
        return names.length;
      });
      if (removed < REMOVAL_BATCH_SIZE) return;
    }
  }

  /** The file may have been stored although `put` failed. If it can't be removed now, housekeeping finds it by its row. */
  async #removeStored(name: string): Promise<void> {
    await this.#store.remove(name);
    await deleteMedia(this.#db, name);
  }

  async #assertWithinLimits(owner: User): Promise<void> {
    const yesterday = new Date(this.#clock().getTime() - DAY_MS);
    const { total, recent } = await selectUploadedBytes(this.#db, owner.id, yesterday);
    if (total >= this.#quotaBytes) throw new AppError('UPLOAD_SPACE_FULL');
    if (recent >= MAX_BYTES_PER_DAY) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 3600 });
  }

  /** Stores a new file made of the received one: without its metadata, or anything else that isn't needed. */
  async #process(
    owner: User,
    { path }: Received,
    format: FileFormat,
    shape: ImageShape,
  ): Promise<UploadedMedia> {
    const extension = format.kind === 'image' ? 'jpg' : format.extension;
    const target = `${path}.${extension}`;
    try {
      if (format.kind === 'image' && format.isAnimated) throw new MediaRejected('It is animated');
      const file =
        format.kind === 'image'
          ? await reencode(path, target, shape)
          : await remux({ source: path, target, extension: format.extension });
      return await this.#storeFile(owner, { path: target, extension, ...file });
    } catch (error) {
      if (!(error instanceof MediaRejected)) throw error;
      const { text } = mediaMessages.failed[format.kind];
      throw new AppError('INVALID_REQUEST', { fields: { file: error.message } }, text);
    } finally {
      await rm(target, { force: true });
    }
  }

  /** The row first, so that no file can exist without a row. */
  async #storeFile(
    owner: User,
    { path, extension, byteSize, width, height }: PreparedFile,
  ): Promise<UploadedMedia> {
    const name = `${randomBytes(16).toString('hex')}.${extension}`;
    const { kind, contentType } = mediaFormats[extension];
    const row = { name, ownerId: owner.id, kind, contentType, byteSize, createdAt: this.#clock() };
    await insertMedia(this.#db, row);
    try {
      await this.#store.put(name, path, contentType);
    } catch (error) {
      // Not awaited: a store that does not respond would double the wait.
      this.#removeStored(name).catch(() => undefined);
      throw error;
    }
    return { url: toMediaUrl(name), kind, contentType, byteSize, width, height };
  }
}

/** The kind the sender probably intended; only selects the error message. */
const getIntendedKind = (
  { declaredType }: Received,
  intendedKind: MediaKind | undefined,
): MediaKind | undefined =>
  intendedKind ?? (['image', 'audio', 'video'] as const).find((kind) => declaredType.startsWith(`${kind}/`));

const requireFormat = async (
  received: Received,
  intendedKind: MediaKind | undefined,
): Promise<FileFormat> => {
  const format = await detectFormat(received.path, intendedKind);
  const intent = getIntendedKind(received, intendedKind);
  if (!format || (intendedKind && format.kind !== intendedKind))
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      {
        fields: { file: received.byteSize === 0 ? 'The file is empty' : "This file type isn't supported" },
      },
      intent && mediaMessages.notAccepted[intent].text,
    );
  if (received.isTruncated || received.byteSize >= mediaLimits[format.kind])
    throw new AppError('BODY_TOO_LARGE', {}, mediaMessages.tooLarge[format.kind].text);
  return format;
};

/** Media of an idea, message or profile, by field. */
export type MediaByField = Record<string, readonly string[]>;

const UNAVAILABLE_UPLOAD = 'This upload is no longer available. Upload it again.';

/**
 * Throws INVALID_REQUEST with a message per field unless every /media/ URL is this user's upload. Locks those uploads
 * until the transaction ends. Other URLs (links) pass.
 */
export const assertOwnMedia = async (
  tx: Transaction,
  ownerId: string,
  media: MediaByField,
): Promise<void> => {
  const names = Object.values(media)
    .flat()
    .filter((url) => findMediaKind(url) !== null)
    .map(parseMediaName);
  if (names.length === 0) return;
  const owned = new Set(await selectOwnedForShare(tx, ownerId, names));
  const isUnavailable = (url: string) => findMediaKind(url) !== null && !owned.has(parseMediaName(url));
  const invalidFields = Object.keys(media).filter((field) => media[field]?.some(isUnavailable));
  if (invalidFields.length === 0) return;
  throw new AppError('INVALID_REQUEST', {
    fields: Object.fromEntries(invalidFields.map((field) => [field, UNAVAILABLE_UPLOAD])),
  });
};
