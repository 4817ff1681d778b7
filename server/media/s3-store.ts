import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { AppError } from '../app-error.ts';
import type { S3Settings } from '../env.ts';
import type { MediaStore } from './media-store.ts';

/** A bucket that does not answer for this long is not there; an upload of 50 MB takes a second. */
const REQUEST_MS = 60_000;

/** Uploads as objects of an S3-compatible bucket, addressed by path: every such service takes that. */
export const s3Store = ({ endpoint, bucket, ...settings }: S3Settings): MediaStore => {
  const s3 = new S3mini({
    ...settings,
    endpoint: `${endpoint}/${bucket}`,
    requestAbortTimeout: REQUEST_MS,
  });
  return {
    async put(name, path, contentType) {
      // The file is read as it is sent, and its length is known: no copy in memory, no multipart.
      await s3.putObject(name, await openAsBlob(path), contentType).catch(unavailable);
    },

    async read(name, range) {
      const asked = range ? s3.getObjectRaw(name, false, range.start, range.end + 1) : s3.getObjectRaw(name);
      const response = await asked.catch(orMissing);
      if (!response?.body) return null;
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    },

    async remove(name) {
      await s3.deleteObject(name).catch(orMissing);
    },
  };
};

/** What goes wrong in the bucket is never the caller's fault, nor the database's. */
const unavailable = (cause: unknown): never => {
  throw Object.assign(new AppError('STORAGE_UNAVAILABLE'), { cause });
};

const orMissing = (error: unknown): null =>
  (error as { status?: number }).status === 404 ? null : unavailable(error);
