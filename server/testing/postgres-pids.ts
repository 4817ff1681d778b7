import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Lines of the embedded PostgreSQL's postmaster.pid below a folder: pid first, port fourth. */
export const readPostmasterFile = (folder: string): string[] => {
  const [path = ''] = execFileSync('find', [folder, '-name', 'postmaster.pid'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return readFileSync(path, 'utf8').split('\n');
};

/** Pids of the embedded PostgreSQL below a folder, including child processes. */
export const postgresPids = (folder: string): number[] => {
  const postmaster = Number(readPostmasterFile(folder)[0]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  return [postmaster, ...children.trim().split(/\s+/).map(Number)];
};

const signalPostgres = (folder: string, signal: NodeJS.Signals): void => {
  for (const pid of postgresPids(folder)) {
    try {
      process.kill(pid, signal);
    } catch {
      // Already exited.
    }
  }
};

/** kill -9 of all of them. */
export const killPostgres = (folder: string): void => signalPostgres(folder, 'SIGKILL');

/** Stops all of them without closing their connections, as a hanging disk would. */
export const freezePostgres = (folder: string): void => signalPostgres(folder, 'SIGSTOP');

export const thawPostgres = (folder: string): void => signalPostgres(folder, 'SIGCONT');
