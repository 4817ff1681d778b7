import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

const migrations = () => readMigrationFiles({ migrationsFolder });

/** Times of all migrations of this version, oldest first. */
export const listMigrations = (): number[] => migrations().map(({ folderMillis }) => folderMillis);

const findNames = (pattern: RegExp): string[] => {
  const text = migrations().flatMap(({ sql }) => sql);
  return [
    ...new Set(text.flatMap((statement) => [...statement.matchAll(pattern)].map(([, name]) => name ?? ''))),
  ];
};

/** Objects created by migrations: nothing else in the database is ours to read or drop. */
export const listMigrationObjects = () => ({
  tables: findNames(/create table (?:if not exists )?"?(\w+)"?/gi),
  functions: findNames(/create (?:or replace )?function "?(\w+)"?/gi),
});

/** Drops everything the migrations created; triggers, indexes and sequences are dropped with their tables. */
export const dropMigrationObjects = async (client: pg.ClientBase): Promise<void> => {
  const { tables, functions } = listMigrationObjects();
  for (const name of tables) await client.query(`drop table if exists public."${name}" cascade`);
  for (const name of functions) await client.query(`drop function if exists public."${name}" cascade`);
};

/**
 * Applies the migrations between two times in the caller's transaction. Drizzle's migrator commits its own
 * transaction, but a restore is all or nothing.
 */
export const applyMigrations = async (client: pg.ClientBase, after: number, upTo: number): Promise<void> => {
  for (const { sql, folderMillis } of migrations())
    if (folderMillis > after && folderMillis <= upTo)
      for (const statement of sql) await client.query(statement);
};
