import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from './connection.ts';

/** How long a request waits for a connection before it is answered 503. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The application's connection to PostgreSQL. */
export type Database = {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  /** Closes the connections after their queries finish. */
  close(): Promise<void>;
};

/**
 * Works around Drizzle 0.45, which leaks the connection if `begin` fails: after twenty dead connections the pool
 * would be empty for good. Only Drizzle's statements are objects; callers of a plain `begin` release their connection
 * themselves.
 */
const releaseOnFailedBegin = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const queryWithRelease = (...args: unknown[]) => {
    const answer = query(...args);
    const [statement] = args as [{ text?: unknown } | undefined];
    if (typeof statement === 'object' && String(statement.text).startsWith('begin'))
      answer.catch(() => client.release(true));
    return answer;
  };
  client.query = queryWithRelease as typeof client.query;
};

/** Opens a pool. It connects with the first query and reconnects by itself. */
export const createDatabase = (connectionString: string, { connections = 20 } = {}): Database => {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'chartlark',
  });
  // Without listeners, a stopping server would end this process. The pool drops the connection, and its user gets the
  // error from the query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    releaseOnFailedBegin(client);
  });
  return {
    connectionString,
    pool,
    db: drizzle({ client: pool, casing: 'snake_case' }),
    close: () => pool.end(),
  };
};
