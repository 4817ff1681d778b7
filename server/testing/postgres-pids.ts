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
const postgresPids = (folder: string): number[] => {
  const postmaster = Number(readPostmasterFile(folder)[0]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  return [postmaster, ...children.trim().split(/\s+/).map(Number)];
};

/** kill -9 of all of them. */
export const killPostgres = (folder: string): void => {
  for (const pid of postgresPids(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already exited.
    }
  }
};
