import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, POSTGRES_USER } from './cluster.ts';

/** Advisory lock of the application on this cluster; any two numbers would do. */
const APP_LOCK = [0x6368, 0x6c6b];
/** The back end notices a killed application within milliseconds; this is ample. */
const LOCK_TIMEOUT_MS = 500;

/** URL of a database of the cluster. PG… variables must not turn TLS on: the server has none. */
export const clusterUrl = ({ password }: Cluster, port: number, database: string) =>
  `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;

/**
 * Takes the lock that marks the cluster as in use. A dedicated connection holds it, so it ends with this process in
 * any case.
 * @returns the connection that holds it, or undefined if another application does.
 * @throws pg's error if the server does not answer (yet).
 */
export const takeAppLock = async (cluster: Cluster, port: number): Promise<pg.Client | undefined> => {
  const client = new pg.Client({
    connectionString: clusterUrl(cluster, port, 'postgres'),
    application_name: 'chartlark lock',
    connectionTimeoutMillis: 5_000,
  });
  // The owner listens for the end of the connection; without a listener an error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (
      const deadline = performance.now() + LOCK_TIMEOUT_MS;
      performance.now() < deadline;
      await sleep(50)
    ) {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, $2) as taken',
        APP_LOCK,
      );
      if (rows[0]?.taken) return client;
    }
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return undefined;
};
