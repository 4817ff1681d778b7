import { setTimeout as sleep } from 'node:timers/promises';
import { takeAppLock } from './app-lock.ts';
import type { Cluster } from './cluster.ts';
import { isAlive, type RunningServer, startServer, stopChild } from './running-server.ts';

const MIN_BACKOFF_MS = 20;
const MAX_BACKOFF_MS = 2_000;

/** A server that is kept running: see `supervise`. */
export type SupervisedServer = {
  /** Stops it for good, and returns once it is gone: cleanly if that takes less than `withinMs`, else at once. */
  stop(withinMs: number): Promise<void>;
};

/**
 * Keeps a server running. The connection that holds the lock ends the moment the server dies; then it is started
 * again on the same port, so that pools only have to reconnect, and the lock is taken again.
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
    onStatus('The connection to PostgreSQL was lost; bringing it back.');
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
  // However this process ends, the server ends with it; SIGQUIT is the end PostgreSQL recovers from. (Not after kill -9
  // of this process: the next start deals with that.)
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

/** The server itself may be alive, when somebody ended just our connection. */
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
