import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { AppError } from '../app-error.ts';
import type { S3Settings } from '../env.ts';
import type { MediaStore } from './media-store.ts';

/** A bucket that has not begun to answer after this is not there; an upload of 50 MB takes a second. */
const ANSWER_MS = 60_000;

/** Once an answer has begun its reader may take any time: a video on a slow line takes minutes. */
const fetchInTime: typeof fetch = async (input, init) => {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error('The bucket did not answer')), ANSWER_MS);
  try {
    return await fetch(input, { ...init, signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
};

/** Uploads as objects of an S3-compatible bucket, addressed by path: every such service takes that. */
export const s3Store = ({ endpoint, bucket, ...settings }: S3Settings): MediaStore => {
  const s3 = new S3mini({
    ...settings,
    endpoint: `${endpoint}/${bucket}`,
    fetch: fetchInTime,
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
      // A service that overlooks the range would send the whole file where a part was promised.
      if (range && response.status !== 206) return unavailable(new Error('The bucket ignored a range'));
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
