import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { isMediaName, type MediaExtension, mediaFormats } from '../../contract/media/media-names.ts';
import { migrate } from '../database/migrate.ts';
import { BACKUPS } from '../database/recorded-backups.ts';
import type { MediaStore } from '../media/media-store.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { readArchive } from './archive-reader.ts';
import { type BackedUpTable, type Manifest, parseMediaEntry, parseTableEntry } from './backup-format.ts';
import { applyMigrations, dropMigrationObjects, listMigrations } from './migrations-by-hand.ts';
import { startNewEpoch } from './new-epoch.ts';
import { copyTarget, listStoredTables, type StoredTable, selectNewestMigration } from './stored-tables.ts';

/** Maximum wait for transactions of the running application. */
const LOCK_TIMEOUT = '30s';

type RestoreTarget = {
  pool: Pool;
  store: MediaStore /** Where uploads are written before the store takes them. */;
  spool: string;
};

/** Throws OperatorError if this version can't restore the backup. */
export const assertRestorable = ({ migration }: Manifest): void => {
  const known = listMigrations();
  if (migration > (known.at(-1) ?? 0))
    throw new OperatorError(
      'The backup was made by a newer version. Install that version, or a newer one, first.',
    );
  if (!known.includes(migration))
    throw new OperatorError('The backup was made by a version this one does not descend from.');
};

/** Whether a restore would replace data. */
export const hasData = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ is_there: boolean }>(
    "select to_regclass('public.users') is not null as is_there",
  );
  if (!rows[0]?.is_there) return false;
  const { rows: held } = await pool.query<{ holds: boolean }>(
    'select exists (select from users) or exists (select from idea_revisions) as holds',
  );
  return held[0]?.holds === true;
};

/**
 * Replaces everything with a verified backup, in one transaction. The migrations of the backup's time recreate the
 * tables; they are filled and then migrated to this version. So generated columns, identities and triggers are right,
 * and no trigger is ever disabled.
 */
export const restoreBackup = async (
  { pool, store, spool }: RestoreTarget,
  path: string,
  backup: Manifest,
  onProgress: (line: string) => void,
): Promise<void> => {
  assertRestorable(backup);
  await migrate(pool);
  // Media first, so that they exist when the rows appear. Names are random and contents never change.
  await restoreMedia(path, store, spool, onProgress);
  const client = await pool.connect();
  let replaced: string[];
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    replaced = await replaceTables(client, path, backup, onProgress);
    await client.query('commit');
  } catch (error) {
    throw explainError(error);
  } finally {
    // Closing the connection rolls back a failed transaction.
    client.release(true);
  }
  for (const name of replaced) await store.remove(name);
};

/** SQLSTATE lock_not_available and deadlock_detected: the running application held a lock. */
const BUSY_STATES = ['55P03', '40P01'];

const explainError = (error: unknown): unknown => {
  if (!(error instanceof DatabaseError)) return error;
  if (BUSY_STATES.includes(error.code ?? ''))
    return new OperatorError(
      'The application is too busy to be restored now; nothing was changed. Try again.',
    );
  return new OperatorError(`The database refused the backup, and nothing was changed: ${error.message}.`);
};

/** Returns the uploads that no row references any more. */
const replaceTables = async (
  client: PoolClient,
  path: string,
  backup: Manifest,
  onProgress: (line: string) => void,
): Promise<string[]> => {
  const newest = listMigrations().at(-1) ?? 0;
  if ((await selectNewestMigration(client)) > newest)
    throw new OperatorError('The database belongs to a newer version. Install that version first.');
  const {
    rows: [before],
  } = await client.query<{ epoch: string }>('select epoch from feed');
  const { rows: uploads } = await client.query<{ name: string }>('select name from media');
  const { rows: recorded } = await client.query<{ value: string }>(
    'select value::text from settings where key = $1',
    [BACKUPS],
  );
  await dropMigrationObjects(client);
  await applyMigrations(client, 0, backup.migration);
  await assertSameTables(client, path, backup);
  // Rows inserted by migrations, such as the feed's row, are in the backup too.
  for (const { name } of (await listStoredTables(client)).toReversed())
    await client.query(`delete from public."${name}"`);
  await fillTables(client, path, backup.tables, onProgress);
  await setSequences(client, backup.tables);
  await applyMigrations(client, backup.migration, newest);
  await keepRecordedBackups(client, recorded[0]?.value);
  await startNewEpoch(client, Number(before?.epoch ?? 0));
  // Who was locked out since the backup must not come back. An invitation is no way in: its account has no owner yet.
  await client.query(`
    update sessions set ended_at = clock_timestamp() where ended_at is null;
    update account_links set revoked_at = clock_timestamp()
      where used_at is null and revoked_at is null and kind <> 'invitation';
    delete from access_tokens;
    delete from known_sources;
    delete from operator_passkeys`);
  const { rows: restored } = await client.query<{ name: string }>('select name from media');
  const restoredNames = new Set(restored.map(({ name }) => name));
  return uploads.map(({ name }) => name).filter((name) => !restoredNames.has(name));
};

/** The list in a backup ends before that backup was made: taken over, it would hide newer files. */
const keepRecordedBackups = async (client: PoolClient, value: string | undefined): Promise<void> => {
  await client.query('delete from settings where key = $1', [BACKUPS]);
  if (value) await client.query('insert into settings (key, value) values ($1, $2)', [BACKUPS, value]);
};

/** Other tables than those of its version: not our backup, or a modified one. */
const assertSameTables = async (client: PoolClient, path: string, backup: Manifest): Promise<void> => {
  const describeTables = (tables: readonly StoredTable[]) =>
    tables
      .map(({ name, columns }) => `${name}(${columns.toSorted().join()})`)
      .toSorted()
      .join();
  if (describeTables(await listStoredTables(client)) !== describeTables(backup.tables))
    throw new OperatorError(`${path} holds other tables than its version had; nothing was changed.`);
};

const fillTables = async (
  client: PoolClient,
  path: string,
  tables: readonly BackedUpTable[],
  onProgress: (line: string) => void,
): Promise<void> => {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let open: { table: BackedUpTable; rows: CopyStreamQuery } | undefined;
  const finish = async () => {
    if (!open) return;
    const { table, rows } = open;
    const done = once(rows, 'finish');
    rows.end();
    await done;
    byName.delete(table.name);
    if (rows.rowCount !== table.rows)
      throw new OperatorError(
        `${path}: ${table.name} has ${rows.rowCount} rows, its manifest says ${table.rows}.`,
      );
  };
  for await (const { name, content } of readArchive(path)) {
    const tableName = parseTableEntry(name);
    // Tables precede media.
    if (tableName === undefined) break;
    const table = byName.get(tableName);
    if (!table) throw new OperatorError(`${path}: ${name} is out of place.`);
    if (open?.table !== table) {
      await finish();
      onProgress(`Table ${table.name}, ${table.rows} rows …`);
      const rows = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
      // An error between two chunks is that of the next one.
      open = { table, rows: rows.on('error', () => undefined) };
    }
    const { rows } = open;
    // Resolves when the database accepted the chunk, or rejects with its error.
    await new Promise<void>((resolve, reject) => {
      rows.once('error', reject);
      rows.write(content, (error) => {
        rows.off('error', reject);
        if (error) reject(error);
        else resolve();
      });
    });
  }
  await finish();
  const unfilled = [...byName.values()].filter(({ rows }) => rows > 0);
  if (unfilled.length > 0) throw new OperatorError(`${path}: the rows of ${unfilled[0]?.name} are missing.`);
};

/** Identity columns continue after the highest copied number. */
const setSequences = async (client: PoolClient, tables: readonly BackedUpTable[]): Promise<void> => {
  for (const { name, columns } of tables)
    for (const column of columns) {
      const { rows } = await client.query<{ sequence: string | null }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [`public."${name}"`, column],
      );
      const sequence = rows[0]?.sequence;
      if (sequence)
        await client.query(
          `select setval($1::regclass, coalesce(max("${column}"), 1)::bigint, count(*) > 0) from public."${name}"`,
          [sequence],
        );
    }
};

const restoreMedia = async (
  path: string,
  store: MediaStore,
  spool: string,
  onProgress: (line: string) => void,
): Promise<void> => {
  await mkdir(spool, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(spool, 'restoring-'));
  let count = 0;
  try {
    for await (const { name: entry, content } of readArchive(path)) {
      const name = parseMediaEntry(entry);
      if (name === undefined) continue;
      if (!isMediaName(name)) throw new OperatorError(`${path}: ${entry} is no upload of this application.`);
      const file = join(folder, name);
      await writeFile(file, content, { mode: 0o600 });
      const extension = name.slice(name.indexOf('.') + 1) as MediaExtension;
      await store.put(name, file, mediaFormats[extension].contentType);
      if (++count % 100 === 0) onProgress(`${count} uploads …`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
