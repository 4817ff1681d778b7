import { createHmac } from 'node:crypto';
import pg from 'pg';
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

/** Makes role and database where they are missing; gives the role what earlier versions made as superuser. */
export const prepareAppDatabase = async (superuser: pg.Client, cluster: Cluster, port: number) => {
  const exists = async (what: string) => (await superuser.query(`select from ${what}`)).rowCount !== 0;
  if (!(await exists(`pg_roles where rolname = '${ROLE}'`)))
    await superuser.query(`create role ${ROLE} login`);
  await superuser.query(`alter role ${ROLE} password '${derivePassword(cluster)}'`);
  if (!(await exists(`pg_database where datname = '${DATABASE}'`)))
    return superuser.query(`create database ${DATABASE} owner ${ROLE}`);
  await superuser.query(`alter database ${DATABASE} owner to ${ROLE}`);
  const client = new pg.Client({ connectionString: clusterUrl(cluster, port, DATABASE) });
  await client.connect();
  await client.query(takeOverObjects).finally(() => client.end());
};

/**
 * REASSIGN OWNED refuses the superuser that initdb made, so each object is altered. Sequences and types that belong to a
 * table follow it.
 */
const takeOverObjects = `
do $$
declare
  statement text;
begin
  for statement in
    with schemas as (select * from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    select format('alter schema %I owner to ${ROLE}', nspname)
      from schemas where nspowner = current_user::regrole
    union all
    select format('alter %s %s owner to ${ROLE}', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end,
                  pg_class.oid::regclass)
      from pg_class join schemas on relnamespace = schemas.oid
      where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${ROLE}', pg_proc.oid::regprocedure)
      from pg_proc join schemas on pronamespace = schemas.oid where proowner = current_user::regrole
    union all
    select format('alter type %s owner to ${ROLE}', pg_type.oid::regtype)
      from pg_type join schemas on typnamespace = schemas.oid left join pg_class on pg_class.oid = typrelid
      where typowner = current_user::regrole and typelem = 0 and (typrelid = 0 or relkind = 'c')
  loop
    execute statement;
  end loop;
end
$$`;
