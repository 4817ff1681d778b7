import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '../../shared/startup-error.ts';
import { takeAppLock } from './app-lock.ts';
import type { Cluster } from './cluster.ts';
import { clearStalePidFile, logFile, spawnPostmaster } from './postmaster.ts';

/** A server we started, and the connection that holds the application's lock. */
export type RunningServer = { readonly child: ChildProcess; readonly lock: pg.Client };

/** The server exited before it answered; `reason` is its last error. */
export class ServerExited extends Error {
  readonly reason: string;

  constructor(reason: string, log: string) {
    super(`PostgreSQL did not start: ${reason} (its log: ${log})`);
    this.reason = reason;
  }
}

export const createInUseError = (cluster: Cluster) =>
  new StartupError(
    `Another Chartlark is using ${cluster.directory.folder}. Stop it first, or use another folder: ` +
      'DATA_DIR=./other-data npm start',
  );

/**
 * Starts a server and takes the application's lock.
 * @throws ServerExited, StartupError if another application was faster, or the signal's reason on abort.
 */
export const startServer = async (
  cluster: Cluster,
  port: number,
  signal: AbortSignal,
): Promise<RunningServer> => {
  clearStalePidFile(cluster.directory);
  const logBefore = statSync(logFile(cluster.directory), { throwIfNoEntry: false })?.size ?? 0;
  const child = spawnPostmaster(cluster, port);
  try {
    const lock = await lockWhenReady(cluster, child, port, logBefore, signal);
    return { child, lock };
  } catch (error) {
    // A server taken over by another application is left running.
    if (!(error instanceof StartupError)) await stopChild(child, 'SIGQUIT', 1_000);
    child.unref();
    throw error;
  }
};

export const isAlive = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/** Signals a server and waits for its exit; false if it is still running after `withinMs`. */
export const stopChild = async (
  child: ChildProcess,
  signal: NodeJS.Signals,
  withinMs: number,
): Promise<boolean> => {
  if (!isAlive(child)) return true;
  const exited = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)));
  child.kill(signal);
  return Promise.race([exited, sleep(withinMs, false, { ref: false })]);
};

/**
 * A free port below the ephemeral range (32768 and up on Linux), so that no outgoing connection holds it when the
 * server restarts.
 */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (await isFree(port)) return port;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const lockWhenReady = async (
  cluster: Cluster,
  child: ChildProcess,
  port: number,
  logBefore: number,
  signal: AbortSignal,
): Promise<pg.Client> => {
  let spawnError: Error | undefined;
  child.once('error', (error) => {
    spawnError = error;
  });
  // No timeout: after a crash PostgreSQL replays its log first, and interrupting that only repeats it.
  for (;;) {
    signal.throwIfAborted();
    if (spawnError !== undefined) throw spawnError;
    if (!isAlive(child))
      throw new ServerExited(readLastError(cluster, logBefore), logFile(cluster.directory));
    const lock = await takeAppLock(cluster, port).catch(toNotReady);
    if (lock === 'not ready') await sleep(10);
    else if (lock !== undefined) return lock;
    else throw createInUseError(cluster);
  }
};

/** Refused, reset, ended or SQLSTATE 57P03 (starting up) are transient; other errors are not. */
const toNotReady = (error: Error & { code?: string }): 'not ready' => {
  const transientCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01'];
  if (transientCodes.includes(error.code ?? '') || /terminated|not queryable|timeout/i.test(error.message))
    return 'not ready';
  throw error;
};

/** The last error the server logged since `from`. */
const readLastError = ({ directory }: Cluster, from: number): string => {
  const path = logFile(directory);
  const length = Math.min(Math.max(statSync(path).size - from, 0), 65_536);
  const text = Buffer.alloc(length);
  const file = openSync(path, 'r');
  readSync(file, text, 0, length, from);
  closeSync(file);
  const errors = text.toString().match(/(FATAL|PANIC|error while loading|could not ).*/g) ?? [];
  const lastError = errors.at(-1) ?? 'it exited without a message';
  if (/No space left on device/.test(lastError))
    throw new StartupError(`No space left on the disk (${directory.folder}).`);
  return lastError;
};
