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
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    connectionString,
    pool,
    db: drizzle({ client: pool, casing: 'snake_case' }),
    close: () => pool.end(),
  };
};
