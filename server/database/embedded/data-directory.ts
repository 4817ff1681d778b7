import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../shared/startup-error.ts';
import { findOrCreateSystemUser, type RunAs, SYSTEM_USER } from './system-user.ts';

/** Folders and user of the embedded PostgreSQL. */
export type DataDirectory = {
  /** Contains the cluster, its password and its log; owned by PostgreSQL's user. */
  readonly folder: string;
  /** Parent of the copied binaries. */
  readonly binariesParent: string;
  /** Set if we run as root, which PostgreSQL refuses to run as. */
  readonly runAs: RunAs | undefined;
  /** Whether the folder is outside the data folder. */
  readonly isOutsideDataDir: boolean;
};

/** Used by root for files that PostgreSQL's user must be able to enter. */
const SYSTEM_FOLDER = '/var/lib/chartlark';
/** The cluster's folder in PostgreSQL's. */
const CLUSTER = 'data';
/** File in the data folder with the name of its folder below SYSTEM_FOLDER. */
const ID_FILE = 'postgres.id';

/**
 * Decides where PostgreSQL's data is, and creates its parents. Below the data folder for an ordinary user, and for
 * root if the unprivileged user can enter it; otherwise below /var/lib/chartlark.
 * @throws StartupError if the data belongs to a user we may not act for.
 */
export const findDataDirectory = async (dataDir: string): Promise<DataDirectory> => {
  makeFolder(dataDir);
  const directory =
    process.getuid?.() === 0 ? await dataDirectoryForRoot(dataDir) : dataDirectoryForUser(dataDir);
  checkOwner(directory);
  return directory;
};

export const clusterFolder = (directory: DataDirectory) => join(directory.folder, CLUSTER);

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
  let id = readId(dataDir);
  if (id === undefined) {
    const runAs = chooseUser(below);
    if (!hasAccess(dataDir, runAs)) {
      if (existsSync(below))
        throw new StartupError(`User ${runAs.uid}, who owns ${below}, can't enter ${dataDir}.`);
      id = createId(dataDir);
    }
  }
  const folder = id === undefined ? below : join(SYSTEM_FOLDER, id);
  return {
    folder,
    binariesParent: SYSTEM_FOLDER,
    runAs: chooseUser(folder),
    isOutsideDataDir: id !== undefined,
  };
};

/** The owner of existing data, otherwise PostgreSQL's own user. */
const chooseUser = (folder: string): RunAs => {
  const runAs = getOwner(folder) ?? findOrCreateSystemUser();
  if (runAs) return runAs;
  throw new StartupError(
    `PostgreSQL does not run as root, and the user ${SYSTEM_USER} could not be made for it: start Chartlark as an ordinary user.`,
  );
};

/**
 * World-readable whatever root's umask is, because PostgreSQL's user must pass through. Its own folder is private.
 */
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

/** Tests access instead of reading modes, because ACLs count too. (spawn's own cwd is entered as root.) */
const hasAccess = (folder: string, runAs: RunAs): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...runAs, cwd: '/', stdio: 'ignore', env: {} })
    .status === 0;

const readId = (dataDir: string): string | undefined => {
  const file = join(dataDir, ID_FILE);
  if (!existsSync(file)) return undefined;
  const id = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{12}$/.test(id))
    throw new StartupError(`${file} should contain 12 hexadecimal digits, not "${id}".`);
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
  if (stats === undefined || uid === undefined || uid === stats.uid) return;
  throw new StartupError(
    `${folder} belongs to user ${stats.uid}, not to you (${uid}): start Chartlark as that user or as root.`,
  );
};
