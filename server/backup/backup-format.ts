import * as z from 'zod';

/** Counts up when what stands in a backup changes its meaning. A restore refuses what is newer than it knows. */
export const BACKUP_FORMAT = 1;

export const MANIFEST = 'manifest.json';
/** Rows are cut into entries of about this size: a tar entry names its length first, and memory stays bounded. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
/** More than the largest upload (50 MB): an entry is read whole, and nobody's file may fill our memory. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

const entry = z.object({
  name: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupEntry = z.output<typeof entry>;

/** A table as it was copied: generated columns are left out, the database computes them again. */
const table = z.object({
  name: z.string().regex(/^[a-z_]+$/),
  columns: z.array(z.string().regex(/^[a-z0-9_]+$/)).min(1),
  rows: z.number().int().nonnegative(),
});
export type BackedUpTable = z.output<typeof table>;

/** The last entry of a backup: without it, or without an entry it names, a file is cut off. */
export const manifest = z.object({
  format: z.number().int().positive(),
  made_at: z.string(),
  /** The newest migration of the database, by its time in migrations/meta/_journal.json. */
  migration: z.number().int().positive(),
  /** In an order in which foreign keys find what they point at. */
  tables: z.array(table),
  media: z.number().int().nonnegative(),
  /** Uploads that had a row but no content when the backup was made, such as one that was still arriving. */
  missing_media: z.array(z.string()),
  entries: z.array(entry),
});
export type Manifest = z.output<typeof manifest>;

const TABLE_ENTRY = /^tables\/([a-z_]+)\/\d{6}\.copy$/;
const MEDIA_ENTRY = /^media\/([^/]+)$/;

export const tableEntry = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;
export const mediaEntry = (name: string): string => `media/${name}`;

/** Which table an entry is a part of; undefined for any other. */
export const tableOfEntry = (name: string): string | undefined => TABLE_ENTRY.exec(name)?.[1];
/** Which upload an entry holds; undefined for any other. */
export const mediaOfEntry = (name: string): string | undefined => MEDIA_ENTRY.exec(name)?.[1];
