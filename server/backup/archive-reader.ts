import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { OperatorError } from '../shared/operator-error.ts';
import { sha256 } from './archive-writer.ts';
import {
  BACKUP_FORMAT,
  type BackupEntry,
  MANIFEST,
  MAX_ENTRY_BYTES,
  type Manifest,
  manifest,
} from './backup-format.ts';

/** Yields the entries of a tar.gz, each read completely. */
export async function* readArchive(path: string): AsyncGenerator<{ name: string; content: Buffer }> {
  const tar = extract();
  const file = createReadStream(path);
  const gunzip = createGunzip();
  const fail = (error: Error) => tar.destroy(error);
  file.on('error', fail).pipe(gunzip).on('error', fail).pipe(tar);
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (size > MAX_ENTRY_BYTES)
        throw new OperatorError(`${path} holds an entry that is larger than any of a backup.`);
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { name, content: Buffer.concat(parts) };
    }
  } finally {
    file.destroy();
    gunzip.destroy();
    tar.destroy();
  }
}

/**
 * Reads a whole backup and compares every entry with the manifest.
 * @throws OperatorError if it is no backup, a newer one, truncated or damaged.
 */
export const verifyArchive = async (path: string): Promise<Manifest> => {
  const found: BackupEntry[] = [];
  let read: Manifest | undefined;
  try {
    for await (const { name, content } of readArchive(path))
      if (name === MANIFEST) read = parseManifest(path, content);
      else found.push({ name, size: content.length, sha256: sha256(content) });
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} cannot be read as a backup: ${(error as Error).message}.`);
  }
  if (!read) throw new OperatorError(`${path} is no whole backup: its manifest, the last entry, is missing.`);
  assertMatches(path, read.entries, found);
  return read;
};

const parseManifest = (path: string, content: Buffer): Manifest => {
  const json: unknown = JSON.parse(content.toString('utf8'));
  const format = (json as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw new OperatorError(
      `${path} has format ${format}; this version knows ${BACKUP_FORMAT}. Restore it with the version that made it, or a newer one.`,
    );
  const { success, data } = manifest.safeParse(json);
  if (!success)
    throw new OperatorError(`${path} is no backup of this application: its manifest is another one.`);
  return data;
};

const assertMatches = (path: string, wanted: readonly BackupEntry[], found: readonly BackupEntry[]) => {
  const byName = new Map(found.map((entry) => [entry.name, entry]));
  for (const { name, size, sha256 } of wanted) {
    const entry = byName.get(name);
    if (!entry) throw new OperatorError(`${path} is damaged: ${name} is missing.`);
    if (entry.size !== size || entry.sha256 !== sha256)
      throw new OperatorError(`${path} is damaged: the checksum of ${name} does not fit.`);
  }
  if (found.length !== wanted.length)
    throw new OperatorError(`${path} is damaged: it holds entries that its manifest does not name.`);
};
