import type { Readable } from 'node:stream';

/** A byte range; both ends are inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number };

/** Storage of uploads, under names of contract/media/media-names.ts. */
export type MediaStore = {
  /**
   * Stores the finished file at `path`, which may be moved. Afterwards the content is durable, or nothing is stored.
   */
  put(name: string, path: string, contentType: string): Promise<void>;
  /** The content or a range of it; null if missing. */
  read(name: string, range: ByteRange | undefined): Promise<Readable | null>;
  /** Succeeds if already removed. */
  remove(name: string): Promise<void>;
};
