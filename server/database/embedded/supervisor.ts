import { setTimeout as sleep } from 'node:timers/promises';
import { takeAppLock } from './app-lock.ts';
import type { Cluster } from './cluster.ts';
import { isAlive, type RunningServer, startServer, stopChild } from './running-server.ts';

const MIN_BACKOFF_MS = 20;
const MAX_BACKOFF_MS = 2_000;

type SupervisedServer = {
  /** Stops the server and waits for its exit: cleanly within `withinMs`, otherwise forced. */
  stop(withinMs: number): Promise<void>;
};

/**
 * Restarts the server when it dies. The connection that holds the lock ends with the server; the restart uses the
 * same port, so pools only reconnect, and takes the lock again.
 */
export const supervise = (
  cluster: Cluster,
  port: number,
  first: RunningServer,
  onStatus: (message: string) => void,
): SupervisedServer => {
  const stopping = new AbortController();
  let server = first;
  let recovery: Promise<void> = Promise.resolve();

  const watch = ({ lock }: RunningServer) => {
    lock.once('end', () => {
      if (!stopping.signal.aborted) recovery = recover();
    });
  };
  const recover = async () => {
    onStatus('Lost the connection to PostgreSQL; restoring it.');
    for (let wait = MIN_BACKOFF_MS; !stopping.signal.aborted; wait = Math.min(wait * 2, MAX_BACKOFF_MS)) {
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      try {
        server = await reopen(cluster, port, server, stopping.signal);
        watch(server);
        onStatus('PostgreSQL is back.');
        return;
      } catch (error) {
        if (!stopping.signal.aborted) onStatus(`PostgreSQL is not back yet: ${(error as Error).message}`);
      }
    }
  };
  // The server ends with this process; PostgreSQL recovers from SIGQUIT. (Not after kill -9: the next start handles
  // that.)
  const killOnExit = () => void (isAlive(server.child) && server.child.kill('SIGQUIT'));

  process.once('exit', killOnExit);
  watch(first);
  return {
    stop: async (withinMs) => {
      stopping.abort();
      await recovery;
      server.lock.end().catch(() => undefined);
      const gone =
        (await stopChild(server.child, 'SIGINT', withinMs)) ||
        (await stopChild(server.child, 'SIGQUIT', 1_000));
      if (!gone) await stopChild(server.child, 'SIGKILL', 1_000);
      process.off('exit', killOnExit);
    },
  };
};

/** The server may still be running if only our connection was ended. */
const reopen = async (
  cluster: Cluster,
  port: number,
  { child }: RunningServer,
  signal: AbortSignal,
): Promise<RunningServer> => {
  if (!isAlive(child)) return startServer(cluster, port, signal);
  const lock = await takeAppLock(cluster, port);
  if (lock === undefined) throw new Error('another application holds its lock');
  return { child, lock };
};
