import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '../../shared/startup-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { clusterFolder, type DataDirectory } from './data-directory.ts';
import type { RunAs } from './system-user.ts';

/** Superuser of the cluster. */
export const POSTGRES_USER = 'chartlark';

/** A cluster on disk. */
export type Cluster = {
  readonly directory: DataDirectory;
  readonly binaries: PostgresBinaries;
  readonly password: string;
  /** False only in tests: no fsync. */
  readonly durable: boolean;
};

/**
 * Opens the cluster, and creates it if missing.
 * @throws StartupError if another major version of PostgreSQL made it.
 */
export const openCluster = async (
  directory: DataDirectory,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<Cluster> => {
  if (!existsSync(versionFile(directory))) await createCluster(directory, binaries, durable);
  await checkVersion(directory, binaries);
  const password = await readFile(join(directory.folder, 'password'), 'utf8');
  return { directory: directory, binaries, password, durable };
};

/** Whether a complete cluster exists. */
export const hasCluster = (directory: DataDirectory) => existsSync(versionFile(directory));

const versionFile = (directory: DataDirectory) => join(clusterFolder(directory), 'PG_VERSION');

/** Cluster and password are created together in a staging folder that is renamed into place. */
const createCluster = async (directory: DataDirectory, binaries: PostgresBinaries, durable: boolean) => {
  const staging = `${directory.folder}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(staging, { mode: 0o700 });
    const pwfile = join(staging, 'password');
    await writeFile(pwfile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (directory.runAs !== undefined)
      for (const path of [staging, pwfile]) await chown(path, directory.runAs.uid, directory.runAs.gid);
    await initdb(binaries.initdb, staging, directory.runAs, durable);
    await rename(staging, directory.folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process created the cluster first; it is equivalent.
    if (!existsSync(versionFile(directory))) throw explainRename(error, directory);
  }
};

const explainRename = (error: unknown, directory: DataDirectory) =>
  ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')
    ? new StartupError(`${directory.folder} contains something other than PostgreSQL's data. Move it away.`)
    : error;

const initdb = async (program: string, folder: string, runAs: RunAs | undefined, durable: boolean) => {
  const options =
    `--username=${POSTGRES_USER} --auth=scram-sha-256 --encoding=UTF8 --locale=C --locale-provider=builtin ` +
    '--builtin-locale=C.UTF-8 --no-instructions';
  const paths = [`--pgdata=${join(folder, 'data')}`, `--pwfile=${join(folder, 'password')}`];
  const child = spawn(program, [...paths, ...options.split(' '), ...(durable ? [] : ['--no-sync'])], {
    ...runAs,
    cwd: folder,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code === 0) return;
  if (/No space left on device/.test(output))
    throw new StartupError(`No space left on the disk (${dirname(folder)}).`);
  throw new StartupError(`Couldn't create PostgreSQL's data in ${folder}:\n${output.trim()}`);
};

const checkVersion = async (directory: DataDirectory, { major }: PostgresBinaries) => {
  const found = (await readFile(versionFile(directory), 'utf8')).trim();
  if (found === major) return;
  throw new StartupError(
    `${clusterFolder(directory)} was made by PostgreSQL ${found}, and this Chartlark brings PostgreSQL ${major}, which cannot ` +
      'read it. To carry it over: start the Chartlark that made it, dump its database with pg_dump (the password is in ' +
      `${join(directory.folder, 'password')}, the port on line 4 of postmaster.pid), move ${directory.folder} away, start this ` +
      'Chartlark with DEMO=off, and restore the dump.',
  );
};
