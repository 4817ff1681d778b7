import pg from 'pg';
import { afterEach, expect, inject, it } from 'vitest';
import { databaseUrl } from '../testing/test-server.ts';
import { createDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';

const name = 'concurrent_migration_test';
const opened: Database[] = [];

const runAdminStatement = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject('testServer') });
  await client.connect();
  await client.query(statement);
  await client.end();
};

afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened.length = 0;
  await runAdminStatement(`drop database if exists ${name} with (force)`);
  await runAdminStatement(`drop role if exists ${name}`);
});

it('lets several processes migrate an empty database at once', async () => {
  await runAdminStatement(`create database ${name}`);
  const url = databaseUrl(inject('testServer'), name);
  for (let count = 0; count < 6; count++) opened.push(createDatabase(url, { connections: 2 }));
  await Promise.all(opened.map(({ pool }) => migrate(pool)));
  const { rows } = await opened[0]!.pool.query<{ count: string }>('select count(*) from feed');
  expect(rows).toEqual([{ count: '1' }]);
});

it('migrates with no more rights than those of the owner of the database', async () => {
  await runAdminStatement(`create role ${name} login password 'for-tests'`);
  await runAdminStatement(`create database ${name} owner ${name}`);
  const url = new URL(databaseUrl(inject('testServer'), name));
  Object.assign(url, { username: name, password: 'for-tests' });
  const database = createDatabase(url.href, { connections: 2 });
  opened.push(database);
  await migrate(database.pool);
  const { rows } = await database.pool.query('select current_user::text as who, count(*)::int from feed');
  expect(rows).toEqual([{ who: name, count: 1 }]);
});

it('refuses the database of a build before the first migration with one message, and changes nothing', async () => {
  await runAdminStatement(`create database ${name}`);
  const database = createDatabase(databaseUrl(inject('testServer'), name), { connections: 2 });
  opened.push(database);
  const { pool } = database;
  await pool.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 1795203461778);
    create table users (id uuid primary key)
  `);
  await expect(migrate(pool)).rejects.toThrow('was made by a build before version 0.1.0');
  const { rows } = await pool.query("select count(*)::int from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([{ count: 1 }]);
});
