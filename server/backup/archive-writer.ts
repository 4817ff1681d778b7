import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { BackupEntry } from './backup-format.ts';

/** A tar.gz being written; entries are counted and hashed. */
export type ArchiveWriter = {
  readonly entries: readonly BackupEntry[];
  add(name: string, content: Buffer): Promise<void>;
};

/**
 * Writes a tar.gz readable by its owner only. It appears atomically and durably under its name. Throws EEXIST if
 * another backup is being written to the same name.
 */
export const writeArchive = async <T>(
  path: string,
  at: Date,
  fill: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> => {
  const partial = `${path}.partial`;
  const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  await once(file, 'open');
  try {
    const tar = pack();
    const written = pipeline(Readable.from(tar), createGzip(), file);
    const [result] = await Promise.all([
      fillTar(tar, at, fill).catch((error: Error) => {
        tar.destroy(error);
        throw error;
      }),
      written,
    ]);
    await rename(partial, path);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

const fillTar = async <T>(
  tar: ReturnType<typeof pack>,
  mtime: Date,
  fill: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> => {
  const entries: BackupEntry[] = [];
  const result = await fill({
    entries,
    add: async (name, content) => {
      // Resolves when the entry was accepted, so that a slow disk slows down reading from the database.
      await new Promise<void>((resolve, reject) => {
        const sink = tar.entry({ name, size: content.length, mode: 0o600, mtime }, (error) =>
          error ? reject(error) : resolve(),
        );
        sink.on('error', reject);
        sink.end(content);
      });
      entries.push({ name, size: content.length, sha256: sha256(content) });
    },
  });
  tar.finalize();
  return result;
};

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Syncs the folder, so that the name survives a power failure too. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
