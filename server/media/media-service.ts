import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { User } from '../../contract/auth.ts';
import { mediaLimits, mediaMessages, type UploadedMedia } from '../../contract/media.ts';
import {
  findMediaKind,
  isMediaName,
  type MediaExtension,
  type MediaKind,
  mediaFormats,
  parseMediaName,
  toMediaUrl,
} from '../../contract/media-names.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { ImageRefused, type ImageShape, PHOTO, PORTRAIT, reencode } from './image-processing.ts';
import {
  deleteMedia,
  insertMedia,
  lockUnheld,
  type MediaRow,
  selectMedia,
  selectOwnedForShare,
  selectUploaded,
} from './media-db.ts';
import { type FileFormat, formatOf } from './media-format.ts';
import type { ByteRange, MediaStore } from './media-store.ts';
import type { Received, UploadSpool } from './upload-spool.ts';

const HOUR_MS = 60 * 60_000;
/** DESIGN §8: what nothing holds is removed after this. */
export const UNHELD_KEPT_MS = 24 * HOUR_MS;
/** An hour of one educator: far more than anybody writes ideas, far less than a disk. */
export const UPLOADS_AN_HOUR = 120;
export const BYTES_A_DAY = 2 * 1024 ** 3;
/** Uploads under way in one process: each is a file in the spool, not a buffer in memory. */
const AT_ONCE = 16;
const KNOWN_NAMES = 10_000;
const REMOVED_AT_ONCE = 100;

/** A file on its way into the store. */
type Ready = { path: string; extension: MediaExtension; byteSize: number; width?: number; height?: number };

/** Uploads: what is accepted, whose they are, and how long they stay (DESIGN §8). */
export class MediaService {
  readonly #db: Db;
  readonly #store: MediaStore;
  readonly #spool: UploadSpool;
  readonly #clock: Clock;
  /** Rows never change, so what is known of a name stays true; one that is gone is missing from the store. */
  readonly #known = new LRUCache<string, MediaRow>({ max: KNOWN_NAMES });
  #underWay = 0;

  constructor(db: Db, store: MediaStore, spool: UploadSpool, clock: Clock) {
    this.#db = db;
    this.#store = store;
    this.#spool = spool;
    this.#clock = clock;
  }

  /** Stores the request's one file for `owner`. Throws what contract/media.ts says of refused files. */
  upload(owner: User, request: FastifyRequest, meantAs: MediaKind | undefined): Promise<UploadedMedia> {
    return this.#receive(owner, request, meantAs, PHOTO);
  }

  /** The same for the picture of a person: an image, made square. */
  uploadPortrait(owner: User, request: FastifyRequest): Promise<UploadedMedia> {
    return this.#receive(owner, request, 'image', PORTRAIT);
  }

  async #receive(
    owner: User,
    request: FastifyRequest,
    meantAs: MediaKind | undefined,
    shape: ImageShape,
  ): Promise<UploadedMedia> {
    if (this.#underWay >= AT_ONCE) throw new AppError('BUSY', { retryAfterSeconds: 5 });
    this.#underWay++;
    try {
      await this.#assertMayUpload(owner);
      const limit = meantAs ? mediaLimits[meantAs] : Math.max(...Object.values(mediaLimits));
      return await this.#spool.with(request, limit, async (received) => {
        const format = await acceptedFormat(received, meantAs);
        return format.kind === 'image'
          ? this.#keepImage(owner, received, format, shape)
          : this.#keep(owner, { ...received, extension: format.extension });
      });
    } finally {
      this.#underWay--;
    }
  }

  /** What is known of an upload. Throws NOT_FOUND. */
  async find(name: string): Promise<MediaRow> {
    const row = this.#known.get(name) ?? (isMediaName(name) && (await selectMedia(this.#db, name)));
    if (!row) throw new AppError('NOT_FOUND');
    this.#known.set(name, row);
    return row;
  }

  /** The content of an upload, whole or a part. Throws NOT_FOUND. */
  async read(name: string, range: ByteRange | undefined): Promise<Readable> {
    const content = await this.#store.read(name, range);
    if (!content) throw new AppError('NOT_FOUND');
    return content;
  }

  /** Removes uploads that no idea, message or profile has held for a day, and what killed uploads left behind. */
  async removeUnheld(): Promise<void> {
    const now = this.#clock();
    await this.#spool.removeAbandoned(now);
    const before = new Date(now.getTime() - UNHELD_KEPT_MS);
    for (;;) {
      const removed = await this.#db.transaction(async (tx) => {
        const names = await lockUnheld(tx, before, REMOVED_AT_ONCE);
        for (const name of names) {
          // The file first: should this stop in between, the row is still there to find it by.
          await this.#store.remove(name);
          await deleteMedia(tx, name);
          this.#known.delete(name);
        }
        return names.length;
      });
      if (removed < REMOVED_AT_ONCE) return;
    }
  }

  async #assertMayUpload(owner: User): Promise<void> {
    const since = (ms: number) => new Date(this.#clock().getTime() - ms);
    const hour = await selectUploaded(this.#db, owner.id, since(HOUR_MS));
    if (hour.count >= UPLOADS_AN_HOUR) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 600 });
    const day = await selectUploaded(this.#db, owner.id, since(UNHELD_KEPT_MS));
    if (day.bytes >= BYTES_A_DAY) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 3600 });
  }

  async #keepImage(
    owner: User,
    { path }: Received,
    { isAnimated }: { isAnimated: boolean },
    shape: ImageShape,
  ) {
    const target = `${path}.jpg`;
    try {
      if (isAnimated) throw new ImageRefused('It is animated');
      const image = await reencode(path, target, shape);
      return await this.#keep(owner, { path: target, extension: 'jpg', ...image });
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      throw new AppError(
        'INVALID_REQUEST',
        { fields: { file: error.message } },
        mediaMessages.imageFailed.text,
      );
    } finally {
      await rm(target, { force: true });
    }
  }

  /** The row first: whatever happens next, a file without a row cannot be. */
  async #keep(owner: User, { path, extension, byteSize, width, height }: Ready): Promise<UploadedMedia> {
    const name = `${randomBytes(16).toString('hex')}.${extension}`;
    const { kind, contentType } = mediaFormats[extension];
    const size = width === undefined || height === undefined ? undefined : { width, height };
    const row = { name, ownerId: owner.id, kind, contentType, byteSize, createdAt: this.#clock() };
    await insertMedia(this.#db, { ...row, width: size?.width ?? null, height: size?.height ?? null });
    try {
      await this.#store.put(name, path, contentType);
    } catch (error) {
      await this.#store.remove(name).catch(() => undefined);
      await deleteMedia(this.#db, name);
      throw error;
    }
    return { url: toMediaUrl(name), kind, contentType, byteSize, ...size };
  }
}

/** What the sender most likely meant the file as: it only chooses the sentence of a refusal. */
const intentOf = ({ declaredType }: Received, meantAs: MediaKind | undefined): MediaKind | undefined =>
  meantAs ?? (['image', 'audio', 'video'] as const).find((kind) => declaredType.startsWith(`${kind}/`));

const acceptedFormat = async (received: Received, meantAs: MediaKind | undefined): Promise<FileFormat> => {
  const format = await formatOf(received.path, meantAs);
  const intent = intentOf(received, meantAs);
  if (!format || (meantAs && format.kind !== meantAs))
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      {
        fields: { file: received.byteSize === 0 ? 'The file is empty' : 'This kind of file is not accepted' },
      },
      intent && mediaMessages.notAccepted[intent].text,
    );
  if (received.isCut || received.byteSize >= mediaLimits[format.kind])
    throw new AppError('BODY_TOO_LARGE', {}, mediaMessages.tooLarge[format.kind].text);
  return format;
};

/** Media an idea, message or profile is about to hold, by the field it stands in. */
export type HeldMedia = Record<string, readonly string[]>;

const NOT_YOURS = 'This upload is not there any more. Please upload it again.';

/**
 * Throws INVALID_REQUEST, with a message at each field, unless every address under /media/ is this person's upload. Those
 * that are stay for as long as the transaction runs. Other addresses (links) pass.
 */
export const assertOwnMedia = async (tx: Transaction, ownerId: string, media: HeldMedia): Promise<void> => {
  const names = Object.values(media)
    .flat()
    .filter((url) => findMediaKind(url) !== null)
    .map(parseMediaName);
  if (names.length === 0) return;
  const owned = new Set(await selectOwnedForShare(tx, ownerId, names));
  const isLost = (url: string) => findMediaKind(url) !== null && !owned.has(parseMediaName(url));
  const lost = Object.keys(media).filter((field) => media[field]?.some(isLost));
  if (lost.length === 0) return;
  throw new AppError('INVALID_REQUEST', {
    fields: Object.fromEntries(lost.map((field) => [field, NOT_YOURS])),
  });
};
