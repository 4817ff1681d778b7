import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { AppError } from '../shared/app-error.ts';
import type { S3Settings } from '../shared/env.ts';
import type { MediaStore } from './media-store.ts';

/** Timeout until a response starts, and the slowest connection to the bucket that an upload may have. */
const RESPONSE_TIMEOUT_MS = 8_000;
const MIN_BYTES_PER_MS = 1_000;

/** The response's body has no timeout: a video on a slow line takes minutes. */
const fetchWithTimeout: typeof fetch = async (input, init) => {
  const abort = new AbortController();
  const size = init?.body instanceof Blob ? init.body.size : 0;
  const timer = setTimeout(
    () => abort.abort(new Error('The bucket did not answer')),
    RESPONSE_TIMEOUT_MS + size / MIN_BYTES_PER_MS,
  );
  try {
    // No redirects: an upload goes where the operator said, and nowhere else.
    return await fetch(input, { ...init, signal: abort.signal, redirect: 'error' });
  } finally {
    clearTimeout(timer);
  }
};

/** Uploads as objects in an S3-compatible bucket, with path-style URLs, which every service supports. */
export const s3Store = ({ endpoint, bucket, ...settings }: S3Settings): MediaStore => {
  const s3 = new S3mini({
    ...settings,
    endpoint: `${endpoint}/${bucket}`,
    fetch: fetchWithTimeout,
  });
  return {
    async put(name, path, contentType) {
      // Streamed with a known length: no copy in memory, no multipart.
      await s3.putObject(name, await openAsBlob(path), contentType).catch(throwUnavailable);
    },

    async read(name, range) {
      const request = range
        ? s3.getObjectRaw(name, false, range.start, range.end + 1)
        : s3.getObjectRaw(name);
      const response = await request.catch(nullIfMissing);
      if (!response?.body) return null;
      // A service that ignores the range would send the whole file.
      if (range && response.status !== 206) return throwUnavailable(new Error('The bucket ignored a range'));
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    },

    async remove(name) {
      await s3.deleteObject(name).catch(nullIfMissing);
    },
  };
};

/** Bucket errors are never the caller's fault, nor the database's. */
const throwUnavailable = (cause: unknown): never => {
  throw Object.assign(new AppError('STORAGE_UNAVAILABLE'), { cause });
};

const nullIfMissing = (error: unknown): null =>
  (error as { status?: number }).status === 404 ? null : throwUnavailable(error);
