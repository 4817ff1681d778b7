import type pg from 'pg';
import { clusterUrl } from './embedded/app-lock.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { type Cluster, hasCluster, openCluster } from './embedded/cluster.ts';
import { findDataDirectory } from './embedded/data-directory.ts';
import { stopOrphan } from './embedded/orphan.ts';
import { freePort, type RunningServer, ServerExited, startServer } from './embedded/running-server.ts';
import { supervise } from './embedded/supervisor.ts';

/** The application's database in the cluster. */
export const EMBEDDED_DATABASE = 'chartlark';
/** DESIGN §10: everything stops within five seconds; the last one is for the server that does not listen. */
const CLEAN_STOP_MS = 4_000;
const START_TRIES = 5;

export type EmbeddedPostgresOptions = {
  /** Absolute. Created when it is missing. */
  dataDir: string;
  /** Told what takes time, and what happens to the server later, one line at a time. */
  onProgress: (line: string) => void;
  /** False in tests: nothing is written through to the disk. */
  durable?: boolean;
  /** Ends a start that is under way; nothing is left running. */
  signal?: AbortSignal | undefined;
};

export type EmbeddedPostgres = {
  /** Stays valid for life: a server that had to be started again listens on the same port. */
  readonly connectionString: string;
  /** Where the data really is. */
  readonly folder: string;
  /** Stops the server; cleanly within `withinMs` (4 s unless told), or else so that it recovers at its next start. */
  stop(withinMs?: number): Promise<void>;
};

/**
 * Starts the PostgreSQL that comes with the application, on a free loopback port, and keeps it running until stopped.
 * The way and its reasons: docs/decisions/0002-embedded-postgres.md.
 * @throws StartupError in words for whoever starts the application.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { dataDir, onProgress, durable = true, signal = new AbortController().signal } = options;
  const place = await findDataDirectory(dataDir);
  if (place.isOutsideDataDir)
    onProgress(`PostgreSQL's data is in ${place.folder} (its user could not enter ${dataDir}).`);
  if (!hasCluster(place)) onProgress('Creating the database …');
  const cluster = await openCluster(place, await prepareBinaries(place.binariesParent), durable);
  signal.throwIfAborted();

  const { port, server } = await startOnFreePort(cluster, onProgress, signal);
  const supervised = supervise(cluster, port, server, onProgress);
  try {
    await createDatabase(server.lock);
  } catch (error) {
    await supervised.stop(CLEAN_STOP_MS);
    throw error;
  }
  return {
    connectionString: clusterUrl(cluster, port, EMBEDDED_DATABASE),
    folder: place.folder,
    stop: (withinMs = CLEAN_STOP_MS) => supervised.stop(withinMs),
  };
};

const startOnFreePort = async (
  cluster: Cluster,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<{ port: number; server: RunningServer }> => {
  for (let tries = 1; ; tries++) {
    await stopOrphan(cluster, () => onProgress('Found a PostgreSQL that is still running on this data …'));
    const port = await freePort();
    try {
      return { port, server: await startServer(cluster, port, signal) };
    } catch (error) {
      // Another starter was faster, with the port or with the whole cluster: the next round finds out.
      const mayPass =
        error instanceof ServerExited && /lock file|could not create any TCP|pre-existing/.test(error.reason);
      if (!mayPass || tries === START_TRIES) throw error;
    }
  }
};

const createDatabase = async (client: pg.Client) => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [EMBEDDED_DATABASE]);
  if (rowCount === 0) await client.query(`create database ${EMBEDDED_DATABASE}`);
};
