import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from './connection.ts';

/** How long a request waits for a connection before it is answered 503. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The application's way to PostgreSQL. */
export type Database = {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  /** Ends the connections once their queries are done. */
  close(): Promise<void>;
};

/**
 * Drizzle (0.45) begins a transaction before it sees to it that the connection is given back: one that died unnoticed
 * would be lost to the pool for good, and after twenty of those no write would ever be taken again. Drizzle's statements
 * are objects; whoever sends a plain `begin` gives back what they took.
 */
const releaseWhereBeginFails = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const watched = (...args: unknown[]) => {
    const answer = query(...args);
    const [statement] = args as [{ text?: unknown } | undefined];
    if (typeof statement === 'object' && String(statement.text).startsWith('begin'))
      answer.catch(() => client.release(true));
    return answer;
  };
  client.query = watched as typeof client.query;
};

/** Opens a pool; it connects with the first query, and again by itself after the server was away. */
export const createDatabase = (connectionString: string, { connections = 20 } = {}): Database => {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'chartlark',
  });
  // Without listeners a stopping server would end this process. Nothing is lost by ignoring these: the pool drops the
  // connection, and whoever was using it gets the error from their query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    releaseWhereBeginFails(client);
  });
  return {
    connectionString,
    pool,
    db: drizzle({ client: pool, casing: 'snake_case' }),
    close: () => pool.end(),
  };
};
