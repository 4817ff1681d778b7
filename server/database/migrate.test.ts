import pg from 'pg';
import { afterEach, expect, inject, it } from 'vitest';
import { createDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { databaseUrl } from './test-server.ts';

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
  await runAdminStatement(`drop database if exists ${name} with (force)`);
});

it('lets several processes migrate an empty database at once', async () => {
  await runAdminStatement(`create database ${name}`);
  const url = databaseUrl(inject('testServer'), name);
  for (let count = 0; count < 6; count++) opened.push(createDatabase(url, { connections: 2 }));
  await Promise.all(opened.map(({ pool }) => migrate(pool)));
  const { rows } = await opened[0]!.pool.query<{ count: string }>('select count(*) from feed');
  expect(rows).toEqual([{ count: '1' }]);
});
