import { existsSync, readdirSync } from 'node:fs';

const DEBIAN = '/usr/lib/postgresql';

/** Debian's newest pgbench. Throws with instructions if missing. */
export const pgbench = (): string => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const programs = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => `${DEBIAN}/${version}/bin/pgbench`);
  const program = programs.find((path) => existsSync(path));
  if (program === undefined) throw new Error('pgbench is missing: apt-get install postgresql-15');
  return program;
};
