import type { Readable } from 'node:stream';

/** A part of a file: both ends are included, as in HTTP. */
export type ByteRange = { start: number; end: number };

/** Where the bytes of uploads are kept, under names of contract/media.ts. */
export type MediaStore = {
  /** Takes the finished file at `path` (which it may move). After this the content is durable, or nothing is there. */
  put(name: string, path: string, contentType: string): Promise<void>;
  /** The content, whole or a part of it; null where nothing has this name. */
  read(name: string, range: ByteRange | undefined): Promise<Readable | null>;
  /** What is gone already is removed too. */
  remove(name: string): Promise<void>;
};
