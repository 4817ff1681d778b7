import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../shared/startup-error.ts';
import { takeAppLock } from './app-lock.ts';
import type { Cluster } from './cluster.ts';
import { findPostmaster, logFile, type Postmaster, waitUntilGone } from './postmaster.ts';
import { createInUseError } from './running-server.ts';

/** Enough for the recovery of a server whose application was just killed, and for a slow shutdown. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Stops the server that a killed application left running, if any. Stopping it (20 ms) instead of reusing it means
 * that every server is our own child with this version's binaries and settings.
 * @throws StartupError if the application that started it is alive.
 */
export const stopOrphan = async (cluster: Cluster, onFound: () => void): Promise<void> => {
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  for (let found = false; performance.now() < deadline; await sleep(20)) {
    const postmaster = findPostmaster(cluster.directory);
    if (postmaster === undefined) return;
    if (!found) onFound();
    found = true;
    if (await stopUnlessUsed(cluster, postmaster)) return;
  }
  throw new StartupError(
    `A PostgreSQL left behind by an earlier run on ${cluster.directory.folder} does not stop; see ${logFile(cluster.directory)}.`,
  );
};

const stopUnlessUsed = async (cluster: Cluster, postmaster: Postmaster): Promise<boolean> => {
  // No answer: the server is starting, stopping or gone.
  const lock = await takeAppLock(cluster, postmaster.port).catch(() => 'no answer' as const);
  if (lock === 'no answer') return false;
  if (lock === undefined) throw createInUseError(cluster);
  try {
    process.kill(postmaster.pid, 'SIGINT');
    return await waitUntilGone(cluster.directory, postmaster, STOP_TIMEOUT_MS);
  } finally {
    lock.end().catch(() => undefined);
  }
};
