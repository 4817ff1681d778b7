import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { MediaStore } from '../media/media-store.ts';
import type { Clock } from '../shared/clock.ts';
import { type ArchiveWriter, writeArchive } from './archive-writer.ts';
import {
  BACKUP_FORMAT,
  type BackedUpTable,
  CHUNK_BYTES,
  MANIFEST,
  type Manifest,
  mediaEntry,
  tableEntry,
} from './backup-format.ts';
import { copyTarget, listStoredTables, type StoredTable, selectNewestMigration } from './stored-tables.ts';

const MEDIA_BATCH_SIZE = 500;

type BackupSource = { pool: pg.Pool; store: MediaStore; clock: Clock };

/**
 * Writes all tables, in one snapshot, and all uploads into one file (SPEC §10), without blocking readers and
 * writers.
 */
export const writeBackup = async (
  { pool, store, clock }: BackupSource,
  path: string,
  onProgress: (line: string) => void,
): Promise<Manifest> => {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const at = clock();
    return await writeArchive(path, at, async (archive) => {
      const migration = await selectNewestMigration(client);
      const tables: BackedUpTable[] = [];
      for (const table of await listStoredTables(client)) {
        onProgress(`Table ${table.name} …`);
        tables.push({ ...table, rows: await addTable(client, table, archive) });
      }
      const { count, missing } = await addMedia(client, store, archive, onProgress);
      const manifest: Manifest = {
        format: BACKUP_FORMAT,
        made_at: at.toISOString(),
        migration,
        tables,
        media: count,
        missing_media: missing,
        entries: [...archive.entries],
      };
      await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
      return manifest;
    });
  } finally {
    // Closing the connection ends the snapshot, also after an aborted copy.
    client.release(true);
  }
};

/** Copies a table in chunks; returns the number of rows. */
const addTable = async (
  client: pg.PoolClient,
  table: StoredTable,
  archive: ArchiveWriter,
): Promise<number> => {
  const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
  let [parts, size, part]: [Buffer[], number, number] = [[], 0, 0];
  const flush = async () => {
    if (size === 0) return;
    await archive.add(tableEntry(table.name, part++), Buffer.concat(parts));
    [parts, size] = [[], 0];
  };
  for await (const bytes of rows as AsyncIterable<Buffer>) {
    parts.push(bytes);
    size += bytes.length;
    if (size >= CHUNK_BYTES) await flush();
  }
  await flush();
  return rows.rowCount;
};

const addMedia = async (
  client: pg.PoolClient,
  store: MediaStore,
  archive: ArchiveWriter,
  onProgress: (line: string) => void,
): Promise<{ count: number; missing: string[] }> => {
  const missing: string[] = [];
  let count = 0;
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ name: string }>(
      'select name from media where name > $1 order by name limit $2',
      [after, MEDIA_BATCH_SIZE],
    );
    for (const { name } of rows) {
      const content = await readContent(store, name);
      if (content) await archive.add(mediaEntry(name), content);
      else missing.push(name);
      if (content && ++count % 100 === 0) onProgress(`${count} uploads …`);
    }
    after = rows.at(-1)?.name ?? '';
    if (rows.length < MEDIA_BATCH_SIZE) return { count, missing };
  }
};

/** At most 60 MB; a tar header needs the length first. */
const readContent = async (store: MediaStore, name: string): Promise<Buffer | null> => {
  const content = await store.read(name, undefined);
  return content && Buffer.concat(await content.toArray());
};
