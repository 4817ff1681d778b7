import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';

/** The user PostgreSQL runs as. */
export type RunAs = { readonly uid: number; readonly gid: number };

/** Where the embedded PostgreSQL lives. */
export type DataDirectory = {
  /** Holds the cluster, its password and its log; belongs to PostgreSQL's user. */
  readonly folder: string;
  /** Parent of the copied binaries. */
  readonly binariesParent: string;
  /** Set when we are root, whom PostgreSQL refuses. */
  readonly runAs: RunAs | undefined;
  /** Whether the folder could not be below the data folder. */
  readonly isOutsideDataDir: boolean;
};

/** Where root keeps what PostgreSQL's user must reach. */
const SYSTEM_FOLDER = '/var/lib/chartlark';
/** In the data folder: names the folder below SYSTEM_FOLDER that belongs to it. */
const ID_FILE = 'postgres.id';

/**
 * Decides where PostgreSQL's data is, and creates what must exist above it. An ordinary user has it below the data
 * folder. So has root, where the unprivileged user it needs can get there; else it is below /var/lib/chartlark.
 * @throws StartupError when the data belongs to a user we may not act for.
 */
export const findDataDirectory = async (dataDir: string): Promise<DataDirectory> => {
  makeFolder(dataDir);
  const directory = process.getuid?.() === 0 ? await dataDirectoryForRoot(dataDir) : dataDirectoryForUser(dataDir);
  checkOwner(directory);
  return directory;
};

/** The cluster itself, inside a place's folder. */
export const clusterFolder = (directory: DataDirectory) => join(directory.folder, 'data');

const dataDirectoryForUser = (dataDir: string): DataDirectory => {
  const id = readId(dataDir);
  return {
    folder: id === undefined ? join(dataDir, 'postgres') : join(SYSTEM_FOLDER, id),
    binariesParent: dataDir,
    runAs: undefined,
    isOutsideDataDir: id !== undefined,
  };
};

const dataDirectoryForRoot = async (dataDir: string): Promise<DataDirectory> => {
  makeFolder(SYSTEM_FOLDER);
  await chmod(SYSTEM_FOLDER, 0o755);
  const below = join(dataDir, 'postgres');
  const runAs = getOwner(below) ?? findNobody();
  let id = readId(dataDir);
  if (id === undefined && !hasAccess(dataDir, runAs)) {
    if (existsSync(below))
      throw new StartupError(`User ${runAs.uid}, who owns ${below}, cannot enter ${dataDir}.`);
    id = createId(dataDir);
  }
  if (id === undefined) return { folder: below, binariesParent: SYSTEM_FOLDER, runAs, isOutsideDataDir: false };
  const folder = join(SYSTEM_FOLDER, id);
  return { folder, binariesParent: SYSTEM_FOLDER, runAs: getOwner(folder) ?? findNobody(), isOutsideDataDir: true };
};

/** Readable by others whatever root's umask is: PostgreSQL's user must pass through. Its own folder is private. */
const makeFolder = (folder: string) => {
  const umask = process.getuid?.() === 0 ? process.umask(0o022) : undefined;
  try {
    mkdirSync(folder, { recursive: true });
  } finally {
    if (umask !== undefined) process.umask(umask);
  }
};

const getOwner = (folder: string): RunAs | undefined => {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats === undefined || stats.uid === 0 ? undefined : { uid: stats.uid, gid: stats.gid };
};

/** Not a bare number: initdb refuses a user without an entry in /etc/passwd. */
const findNobody = (): RunAs => {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (entry === null)
    throw new StartupError(
      'PostgreSQL does not run as root, and there is no user "nobody" to run it as: start Chartlark as an ordinary user.',
    );
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
};

/** Asks the system rather than reading modes, since access lists count too. (spawn's own cwd is entered as root.) */
const hasAccess = (folder: string, runAs: RunAs): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...runAs, cwd: '/', stdio: 'ignore', env: {} })
    .status === 0;

const readId = (dataDir: string): string | undefined => {
  const file = join(dataDir, ID_FILE);
  if (!existsSync(file)) return undefined;
  const id = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{12}$/.test(id))
    throw new StartupError(`${file} should hold 12 hexadecimal digits; it holds "${id}".`);
  return id;
};

const createId = (dataDir: string): string => {
  const id = randomBytes(6).toString('hex');
  writeFileSync(join(dataDir, ID_FILE), `${id}\n`, { flag: 'wx' });
  return id;
};

const checkOwner = ({ folder, runAs }: DataDirectory) => {
  const stats = statSync(folder, { throwIfNoEntry: false });
  const uid = runAs?.uid ?? process.getuid?.();
  if (stats === undefined || uid === undefined || stats.uid === uid) return;
  throw new StartupError(
    `${folder} belongs to user ${stats.uid}, not to you (${uid}): start Chartlark as that user or as root.`,
  );
};
