import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../shared/app-error.ts';

/** A received file, not validated yet. */
export type Received = {
  path: string;
  byteSize: number;
  /** Too large: only the start is at `path`. */
  isTruncated: boolean;
  declaredType: string;
};

/** An upload may be slower than this for a moment, but not throughout an interval of `RATE_CHECK_MS`. */
const MIN_BYTES_PER_S = 8 * 1024;
const RATE_CHECK_MS = 15_000;

/** Files older than this were left by a killed process. */
const ABANDONED_MS = 60 * 60_000;

const createFileCountError = () =>
  new AppError('INVALID_REQUEST', { fields: { file: 'Send one file, in the field "file"' } });

/**
 * Temporary files of uploads: on disk, so that memory does not grow with their number, and beside the disk store,
 * which only renames them.
 */
export class UploadSpool {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Receives the request's single file, passes it to `use` and removes it afterwards. Throws for a truncated body or
   * anything but one file.
   */
  async with<T>(request: FastifyRequest, limit: number, use: (received: Received) => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, randomUUID());
    try {
      return await use(await receive(request, path, limit));
    } finally {
      await rm(path, { force: true });
    }
  }

  async removeAbandoned(now: Date): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
      // An upload may end meanwhile.
      const file = await stat(path).catch(() => undefined);
      if (file && now.getTime() - file.mtimeMs > ABANDONED_MS)
        await rm(path, { force: true, recursive: true });
    }
  }
}

/** Closes the connection of an upload that stalls: otherwise a few slow ones would take every place. */
const watchRate = ({ raw }: FastifyRequest): NodeJS.Timeout => {
  let lastBytes = raw.socket.bytesRead;
  return setInterval(() => {
    const { bytesRead } = raw.socket;
    if (bytesRead - lastBytes < (MIN_BYTES_PER_S * RATE_CHECK_MS) / 1_000) raw.destroy();
    lastBytes = bytesRead;
  }, RATE_CHECK_MS);
};

const receive = async (request: FastifyRequest, path: string, limit: number): Promise<Received> => {
  let received: Received | undefined;
  const timer = watchRate(request);
  try {
    for await (const part of request.parts({ limits: { fileSize: limit } })) {
      if (part.type !== 'file' || part.fieldname !== 'file' || received) {
        if (part.type === 'file') part.file.resume();
        throw createFileCountError();
      }
      received = await writePart(part, path);
    }
  } catch (error) {
    throw isNotParserError(error) ? error : new AppError('MALFORMED_REQUEST');
  } finally {
    clearInterval(timer);
  }
  if (!received) throw createFileCountError();
  return received;
};

const writePart = async (part: MultipartFile, path: string): Promise<Received> => {
  await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return {
    path,
    byteSize: part.file.bytesRead,
    isTruncated: part.file.truncated,
    declaredType: part.mimetype,
  };
};

/** Our own errors and disk errors. Others come from the parser: the sender stopped, or sent no form. */
const isNotParserError = (error: unknown) =>
  error instanceof AppError ||
  (error as { syscall?: string }).syscall !== undefined ||
  (error as { code?: string }).code === 'FST_INVALID_MULTIPART_CONTENT_TYPE';
