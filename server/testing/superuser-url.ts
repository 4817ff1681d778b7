import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { POSTGRES_USER } from '../database/embedded/cluster.ts';

/** The address for who may make databases and roles; the application's own user may not. */
export const superuserUrl = (connectionString: string, folder: string, database = 'postgres'): string => {
  const url = new URL(connectionString);
  const password = readFileSync(join(folder, 'password'), 'utf8');
  return Object.assign(url, { username: POSTGRES_USER, password, pathname: database }).href;
};
