import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { clusterFolder, type DataDirectory } from './data-directory.ts';
import type { RunAs } from './system-user.ts';

/** A running server of a cluster, ours or a leftover. */
export type Postmaster = { readonly pid: number; readonly port: number };

const LOG_LIMIT = 10 * 1024 * 1024;
/** DESIGN §10: pools of several processes, the connections of feed and queue, and concurrent tests. */
const MAX_CONNECTIONS = 200;

export const logFile = (directory: DataDirectory) => join(directory.folder, 'server.log');

/** Starts the server. It logs to a file, because a pipe would close with us and block it. */
export const spawnPostmaster = (cluster: Cluster, port: number): ChildProcess => {
  const { directory, binaries, durable } = cluster;
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(logFile(directory), directory.runAs);
  try {
    return spawn(binaries.postgres, ['-D', clusterFolder(directory), ...args], {
      ...directory.runAs,
      cwd: clusterFolder(directory),
      // Without the caller's PG… variables, which would change the server's settings.
      env: { LC_ALL: 'C' },
      // A separate session: Ctrl-C must not stop it before the application has finished.
      detached: true,
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
};

/**
 * The server running on a cluster, if any. postmaster.pid survives a crash and its pid may be reused, so it only
 * counts if that process is a PostgreSQL in that folder.
 */
export const findPostmaster = (directory: DataDirectory): Postmaster | undefined => {
  const recorded = readPidFile(directory);
  return recorded !== undefined && isPostgresProcess(recorded.pid, clusterFolder(directory))
    ? recorded
    : undefined;
};

/** Waits for a server to exit; false if it is still running after `withinMs`. */
export const waitUntilGone = async (
  directory: DataDirectory,
  { pid }: Postmaster,
  withinMs: number,
): Promise<boolean> => {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (!isPostgresProcess(pid, clusterFolder(directory))) return true;
    await sleep(10);
  }
  return false;
};

/**
 * PostgreSQL treats a stale postmaster.pid as a running server if any process of its user has that pid, which is
 * likely in a container. Removes the file if no PostgreSQL process, back ends included, uses the folder.
 */
export const clearStalePidFile = (directory: DataDirectory) => {
  const recorded = readPidFile(directory);
  if (recorded === undefined || !existsSync(`/proc/${recorded.pid}`)) return;
  const folder = clusterFolder(directory);
  const isInUse = readdirSync('/proc').some(
    (name) => /^\d+$/.test(name) && isPostgresProcess(Number(name), folder),
  );
  if (!isInUse && readPidFile(directory)?.pid === recorded.pid) rmSync(pidFile(directory), { force: true });
};

const pidFile = (directory: DataDirectory) => join(clusterFolder(directory), 'postmaster.pid');

/** Line 1 is the pid and line 4 the port; a starting server has not written all lines yet. */
const readPidFile = (directory: DataDirectory): Postmaster | undefined => {
  if (!existsSync(pidFile(directory))) return undefined;
  const lines = readFileSync(pidFile(directory), 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : undefined;
};

const isPostgresProcess = (pid: number, folder: string): boolean =>
  process.platform === 'linux' ? isPostgresInProc(pid, folder) : isPostgresInPs(pid, folder);

const isPostgresInProc = (pid: number, folder: string): boolean => {
  try {
    // Replaced binaries show as " (deleted)".
    return (
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) &&
      /\/bin\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`))
    );
  } catch {
    // Exited, or owned by another user, who can't run a server on this folder.
    return false;
  }
};

const isPostgresInPs = (pid: number, folder: string): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(folder);
};

const openLog = (path: string, runAs: RunAs | undefined): number => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && stats.size > LOG_LIMIT) renameSync(path, `${path}.1`);
  const log = openSync(path, 'a', 0o600);
  if (runAs !== undefined) fchownSync(log, runAs.uid, runAs.gid);
  return log;
};
