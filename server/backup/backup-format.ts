import * as z from 'zod';

/** Incremented when the meaning of a backup changes. A restore rejects newer formats. */
export const BACKUP_FORMAT = 1;

export const MANIFEST = 'manifest.json';
/** Rows are split into entries of about this size: a tar header needs the length first, and memory stays bounded. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
/** More than any stored upload ever had (100 MB). Entries are read into memory, so their size is limited. */
export const MAX_ENTRY_BYTES = 128 * 1024 * 1024;

const entry = z.object({
  name: z.string().regex(/^[\w./-]+$/),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupEntry = z.output<typeof entry>;

/** A table as copied, without generated columns, which the database recomputes. */
const table = z.object({
  name: z.string().regex(/^[a-z_]+$/),
  columns: z.array(z.string().regex(/^[a-z0-9_]+$/)).min(1),
  rows: z.number().int().nonnegative(),
});
export type BackedUpTable = z.output<typeof table>;

/** The last entry of a backup: if it, or an entry it lists, is missing, the file is truncated. */
export const manifest = z.object({
  format: z.number().int().positive(),
  made_at: z.iso.datetime(),
  /** The database's newest migration, by its time in migrations/meta/_journal.json. */
  migration: z.number().int().positive(),
  /** Ordered so that foreign keys are satisfied. */
  tables: z.array(table),
  media: z.number().int().nonnegative(),
  /** Uploads without content when the backup was made, such as one in progress. */
  missing_media: z.array(z.string()),
  entries: z.array(entry),
});
export type Manifest = z.output<typeof manifest>;

const TABLE_ENTRY = /^tables\/([a-z_]+)\/\d{6}\.copy$/;
const MEDIA_ENTRY = /^media\/([^/]+)$/;

export const tableEntry = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;
export const mediaEntry = (name: string): string => `media/${name}`;

/** The table of an entry; undefined for other entries. */
export const parseTableEntry = (name: string): string | undefined => TABLE_ENTRY.exec(name)?.[1];
/** The upload of an entry; undefined for other entries. */
export const parseMediaEntry = (name: string): string | undefined => MEDIA_ENTRY.exec(name)?.[1];
