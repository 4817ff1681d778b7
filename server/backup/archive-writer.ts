import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { BackupEntry } from './backup-format.ts';

/** A tar.gz that is being written, entry by entry; what is written is counted and hashed. */
export type ArchiveWriter = {
  readonly entries: readonly BackupEntry[];
  add(name: string, content: Buffer): Promise<void>;
};

/**
 * Writes a tar.gz that only its owner may read. It appears under its name whole and on the disk, or not at all.
 * Throws EEXIST where another one is being written to the same name.
 */
export const writeArchive = async <T>(
  path: string,
  at: Date,
  fill: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> => {
  const partial = `${path}.partial`;
  const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve()).once('error', reject);
  });
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
      // Settles when the entry was taken up, not before: a slow disk slows the reading of the database.
      await new Promise<void>((resolve, reject) => {
        const sink = tar.entry({ name, size: content.length, mode: 0o600, mtime }, (error) =>
          error ? reject(error) : resolve(),
        );
        sink.on('error', reject);
        sink.end(content);
      });
      entries.push({ name, size: content.length, sha256: sha256Of(content) });
    },
  });
  tar.finalize();
  return result;
};

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The name itself must survive a power cut too. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
