import { appUrl, prepareAppDatabase } from './embedded/app-role.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { type Cluster, hasCluster, openCluster } from './embedded/cluster.ts';
import { findDataDirectory } from './embedded/data-directory.ts';
import { stopOrphan } from './embedded/orphan.ts';
import { findFreePort, type RunningServer, ServerExited, startServer } from './embedded/running-server.ts';
import { supervise } from './embedded/supervisor.ts';

/** DESIGN §10: everything stops within five seconds; the last one is reserved for a forced stop. */
const CLEAN_STOP_MS = 4_000;
const MAX_START_ATTEMPTS = 5;

type EmbeddedPostgresOptions = {
  /** Absolute; created if missing. */
  dataDir: string;
  /** Receives progress lines, and later events of the server. */
  onProgress: (line: string) => void;
  /** False in tests: no fsync. */
  durable?: boolean;
  /** Aborts a start; nothing is left running. */
  signal?: AbortSignal | undefined;
};

export type EmbeddedPostgres = {
  /** Stays valid: a restarted server listens on the same port. */
  readonly connectionString: string;
  /** The folder that contains the data. */
  readonly folder: string;
  /** Stops the server cleanly within `withinMs` (default 4 s), otherwise so that it recovers at its next start. */
  stop(withinMs?: number): Promise<void>;
};

/**
 * Starts the bundled PostgreSQL on a free loopback port and keeps it running until stopped. See
 * docs/decisions/0002-embedded-postgres.md.
 * @throws StartupError with a message for the user.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { dataDir, onProgress, durable = true, signal = new AbortController().signal } = options;
  const directory = await findDataDirectory(dataDir);
  if (directory.isOutsideDataDir)
    onProgress(`PostgreSQL's data is in ${directory.folder} (its user can't enter ${dataDir}).`);
  if (!hasCluster(directory)) onProgress('Creating the database …');
  const cluster = await openCluster(directory, await prepareBinaries(directory.binariesParent), durable);
  signal.throwIfAborted();

  const { port, server } = await startOnFreePort(cluster, onProgress, signal);
  const supervised = supervise(cluster, port, server, onProgress);
  try {
    await prepareAppDatabase(server.lock, cluster);
  } catch (error) {
    await supervised.stop(CLEAN_STOP_MS);
    throw error;
  }
  return {
    connectionString: appUrl(cluster, port),
    folder: directory.folder,
    stop: (withinMs = CLEAN_STOP_MS) => supervised.stop(withinMs),
  };
};

const startOnFreePort = async (
  cluster: Cluster,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<{ port: number; server: RunningServer }> => {
  for (let attempt = 1; ; attempt++) {
    await stopOrphan(cluster, () => onProgress('Found a PostgreSQL that is still running on this data …'));
    const port = await findFreePort();
    try {
      return { port, server: await startServer(cluster, port, signal) };
    } catch (error) {
      // Another process took the port or the cluster first, or stopped our server before we had the lock. The next attempt
      // finds out which.
      const isRetryable =
        error instanceof ServerExited &&
        /lock file|could not create any TCP|pre-existing|administrator command|shutting down|without a message/.test(
          error.reason,
        );
      if (!isRetryable || attempt === MAX_START_ATTEMPTS) throw error;
    }
  }
};
