import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from './connection.ts';
import { isQueryTimeout } from './database-errors.ts';

/** How long a request waits for a connection before it is answered 503. */
const CONNECT_TIMEOUT_MS = 4_000;
/**
 * How long a request waits for one statement. With the wait for a connection and the check of its session
 * (`RECHECK_WAIT_MS`), a request ends within 10 s while PostgreSQL is frozen or the network drops packets.
 */
export const QUERY_TIMEOUT_MS = 4_000;

/** The application's connection to PostgreSQL. */
export type Database = {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  /** Closes the connections after their queries finish. */
  close(): Promise<void>;
};

/**
 * Destroys a connection whose statement timed out: otherwise the rollback would wait as long again, and the pool would
 * hand out a connection that still waits for a response. Also works around Drizzle 0.45, which leaks the connection if
 * `begin` fails: after twenty dead connections the pool would be empty for good. Only Drizzle's statements are
 * objects; callers of a plain `begin` release their connection themselves.
 */
const releaseWhenBroken = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryWithRelease = (...args: unknown[]) => {
    const answer = query(...args);
    const [statement] = args as [{ text?: unknown } | undefined];
    const isBegin = typeof statement === 'object' && String(statement.text).startsWith('begin');
    // Otherwise a callback or a stream gets the error: those of the pool, which closes the connection, and of a backup.
    if (!(answer instanceof Promise)) return answer;
    answer.catch((error: unknown) => {
      if (isQueryTimeout(error))
        (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
      if (isBegin) client.release(true);
    });
    return answer;
  };
  client.query = queryWithRelease as typeof client.query;
};

type DatabaseOptions = {
  connections?: number;
  connectTimeoutMs?: number;
  /** Timeout of a statement, here and in PostgreSQL. None for migrations and admin commands, which may take long. */
  queryTimeoutMs?: number;
};

/** Opens a pool. It connects with the first query and reconnects by itself. */
export const createDatabase = (
  connectionString: string,
  { connections = 20, connectTimeoutMs = CONNECT_TIMEOUT_MS, queryTimeoutMs }: DatabaseOptions = {},
): Database => {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'chartlark',
    ...(queryTimeoutMs === undefined
      ? {}
      : {
          query_timeout: queryTimeoutMs,
          // PostgreSQL also gives up, and releases the locks of a process it can't hear any more.
          statement_timeout: queryTimeoutMs,
          idle_in_transaction_session_timeout: 2 * queryTimeoutMs,
        }),
  });
  // Without listeners, a stopping server would end this process. The pool drops the connection, and its user gets the
  // error from the query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    releaseWhenBroken(client);
  });
  return {
    connectionString,
    pool,
    db: drizzle({ client: pool, casing: 'snake_case' }),
    close: () => pool.end(),
  };
};
