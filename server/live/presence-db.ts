import { sql } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';

/**
 * Stores this process's number of customers and returns the sum of the others. Uses the database's clock only: a
 * process that has not written for `aliveMs` is not counted, and its row is removed after an hour.
 */
export const exchangePresence = async (
  db: Connection,
  own: { process: string; customers: number },
  aliveMs: number,
): Promise<number> => {
  const { rows } = await db.execute<{ others: number }>(sql`
    with written as (
      insert into presence (process, customers, seen_at) values (${own.process}, ${own.customers}, now())
      on conflict (process) do update set customers = excluded.customers, seen_at = excluded.seen_at
    ), cleaned as (
      delete from presence where seen_at < now() - interval '1 hour' and process <> ${own.process}
    )
    select coalesce(sum(customers), 0)::int as others from presence
    where process <> ${own.process} and seen_at > now() - make_interval(secs => ${aliveMs / 1000})`);
  return rows[0]?.others ?? 0;
};

export const deletePresence = async (db: Connection, process: string): Promise<void> => {
  await db.execute(sql`delete from presence where process = ${process}`);
};
