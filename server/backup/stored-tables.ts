import type pg from 'pg';
import { OperatorError } from '../shared/operator-error.ts';
import type { BackedUpTable } from './backup-format.ts';
import { listMigrationObjects } from './migrations-by-hand.ts';

export type StoredTable = Pick<BackedUpTable, 'name' | 'columns'>;

const existing = `select c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select distinct f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as needs
  from pg_class c where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
  order by c.relname`;

/**
 * The application's tables with their stored columns, ordered by foreign keys. Leaves out generated columns, other
 * applications' tables, and unlogged tables with short-lived data.
 */
export const listStoredTables = async (client: pg.ClientBase): Promise<StoredTable[]> => {
  const { rows } = await client.query<StoredTable & { needs: string[] }>(existing, [
    listMigrationObjects().tables,
  ]);
  const ordered: StoredTable[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].find(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (!ready) throw new Error(`Foreign keys form a circle: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(ready.name);
    ordered.push({ name: ready.name, columns: ready.columns });
  }
  return ordered;
};

/** The newest applied migration, by its time. Throws OperatorError if there is none. */
export const selectNewestMigration = async (client: pg.ClientBase): Promise<number> => {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  );
  if (!found[0]?.is_there)
    throw new OperatorError(
      'This database has no tables of the application yet. Start the application once.',
    );
  const { rows } = await client.query<{ newest: string }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.newest);
};

/** Table and columns for COPY. */
export const copyTarget = ({ name, columns }: StoredTable): string =>
  `public."${name}" (${columns.map((column) => `"${column}"`).join(', ')})`;
