import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { clusterUrl } from './app-lock.ts';
import type { Cluster } from './cluster.ts';

/** The application's database in the cluster. */
const DATABASE = 'chartlark';
/** Owns that database and has no other right: a statement smuggled into SQL reaches no file and no program. */
const ROLE = 'chartlark_app';

/** Derived from the superuser's, so that admin commands find it without another file. */
const derivePassword = ({ password }: Cluster) => createHmac('sha256', password).update(ROLE).digest('hex');

/** URL of the application's database for the application. */
export const appUrl = (cluster: Cluster, port: number): string => {
  const url = new URL(clusterUrl(cluster, port, DATABASE));
  return Object.assign(url, { username: ROLE, password: derivePassword(cluster) }).href;
};

/** Makes role and database where they are missing. */
export const prepareAppDatabase = async (superuser: pg.Client, cluster: Cluster) => {
  const exists = async (what: string) => (await superuser.query(`select from ${what}`)).rowCount !== 0;
  if (!(await exists(`pg_roles where rolname = '${ROLE}'`)))
    await superuser.query(`create role ${ROLE} login`);
  await superuser.query(`alter role ${ROLE} password '${derivePassword(cluster)}'`);
  if (!(await exists(`pg_database where datname = '${DATABASE}'`)))
    await superuser.query(`create database ${DATABASE} owner ${ROLE}`);
};
