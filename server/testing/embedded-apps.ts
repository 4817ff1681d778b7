import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { WAIT_LIMIT_MS } from './time-limits.ts';

export const isRoot = process.getuid?.() === 0;
export const NOBODY = { uid: 65_534, gid: 65_534 };
/** Starts the embedded PostgreSQL of a data folder, like an application. */
export const program = fileURLToPath(new URL('./embedded-app.ts', import.meta.url));

type App = { child: ChildProcess; url: string; output: () => string };
type AppOptions = {
  durable?: boolean;
  user?: { uid: number; gid: number };
  /** A folder shown to the application as /etc. */
  etc?: { folder: string; isReadOnly: boolean };
};

/** Ended and removed by `cleanUp`. */
export const children = new Set<ChildProcess>();
export const folders: string[] = [];

export const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

export const makeDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'chartlark-embedded-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return join(folder, 'data');
};

/** Starts an application and waits until it runs or has failed; `url` is empty then. */
export const startApp = async (
  dataDir: string,
  { durable = false, user, etc }: AppOptions = {},
): Promise<App> => {
  const mount = `mount --bind "$0" /etc${etc?.isReadOnly ? ' && mount -o remount,bind,ro /etc' : ''}`;
  const prefix = etc ? ['unshare', '--mount', 'sh', '-c', `${mount} && exec "$@"`, etc.folder] : [];
  const [command = '', ...args] = [
    ...prefix,
    process.execPath,
    program,
    dataDir,
    durable ? 'durable' : 'fast',
  ];
  const child = spawn(command, args, { cwd: '/', ...user });
  children.add(child);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => [''])]);
  return { child, url: String(line).trim(), output: () => said };
};

export const stopProcess = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

export const query = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WAIT_LIMIT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

export const postmasterPid = (folder: string) =>
  Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
export const isRunning = (pid: number) => existsSync(`/proc/${pid}/exe`);

export const cleanUp = async () => {
  for (const child of children) await stopProcess(child, 'SIGTERM');
  children.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
};
