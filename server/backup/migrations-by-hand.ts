import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

const migrations = () => readMigrationFiles({ migrationsFolder });

/** The times of all migrations of this version, oldest first. */
export const knownMigrations = (): number[] => migrations().map(({ folderMillis }) => folderMillis);

const namesIn = (pattern: RegExp): string[] => {
  const text = migrations().flatMap(({ sql }) => sql);
  return [
    ...new Set(text.flatMap((statement) => [...statement.matchAll(pattern)].map(([, name]) => name ?? ''))),
  ];
};

/** What the migrations ever made: nothing else of a database is ours to read or drop. */
export const createdByMigrations = () => ({
  tables: namesIn(/create table (?:if not exists )?"?(\w+)"?/gi),
  functions: namesIn(/create (?:or replace )?function "?(\w+)"?/gi),
});

/** Drops everything the migrations made; triggers, indexes and sequences go with their tables. */
export const dropEverything = async (client: pg.ClientBase): Promise<void> => {
  const { tables, functions } = createdByMigrations();
  for (const name of tables) await client.query(`drop table if exists public."${name}" cascade`);
  for (const name of functions) await client.query(`drop function if exists public."${name}" cascade`);
};

/**
 * Applies the migrations after one time up to another, inside the caller's transaction: Drizzle's own migrator opens
 * and commits one of its own, and a restore is all or nothing.
 */
export const applyMigrations = async (client: pg.ClientBase, after: number, upTo: number): Promise<void> => {
  for (const { sql, folderMillis } of migrations())
    if (folderMillis > after && folderMillis <= upTo)
      for (const statement of sql) await client.query(statement);
};
