import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The user PostgreSQL runs as. */
export type RunAs = { readonly uid: number; readonly gid: number };

/** Runs nothing but PostgreSQL, so no other program can read its password. */
export const SYSTEM_USER = 'chartlark-postgres';

/** A user of /etc/passwd, because initdb rejects one without an entry there. */
const findUser = (name: string): RunAs | undefined => {
  const entry = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(readFileSync('/etc/passwd', 'utf8'));
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : undefined;
};

/** Undefined where root can't make users: /etc is read-only, or there is no useradd. */
export const findOrCreateSystemUser = (): RunAs | undefined => {
  const found = findUser(SYSTEM_USER);
  if (found) return found;
  const options = '--system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin';
  spawnSync('useradd', [...options.split(' '), SYSTEM_USER], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: 'ignore',
  });
  // Looked up again whatever it answered: another process may have been faster.
  return findUser(SYSTEM_USER);
};
