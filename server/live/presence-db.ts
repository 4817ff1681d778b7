import { sql } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';

/**
 * Stores the ids of this process's customers and returns those of the others. Uses the database's clock only: a
 * process that has not written for `aliveMs` is not counted, and its row is removed after an hour.
 */
export const exchangePresence = async (
  db: Connection,
  own: { process: string; customers: string[] },
  aliveMs: number,
): Promise<string[]> => {
  const { rows } = await db.execute<{ customer: string }>(sql`
    with written as (
      insert into presence (process, customers, seen_at) values (${own.process}, ${sql.param(own.customers)}::uuid[], now())
      on conflict (process) do update set customers = excluded.customers, seen_at = excluded.seen_at
    ), cleaned as (
      delete from presence where seen_at < now() - interval '1 hour' and process <> ${own.process}
    )
    select distinct unnest(customers) as customer from presence
    where process <> ${own.process} and seen_at > now() - make_interval(secs => ${aliveMs / 1000})`);
  return rows.map(({ customer }) => customer);
};

export const deletePresence = async (db: Connection, process: string): Promise<void> => {
  await db.execute(sql`delete from presence where process = ${process}`);
};
