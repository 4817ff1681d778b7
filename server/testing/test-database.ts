import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, type Database } from '../database/database.ts';
import { databaseUrl, TEMPLATE } from './test-server.ts';

/** A migrated, empty database for one test file. */
export type TestDatabase = {
  readonly connectionString: string;
  readonly database: Database;
  /** Closes `database` and drops it, even if others are connected. */
  drop(): Promise<void>;
};

/** Copies the run's migrated template, or another one (about 40 ms). */
export const createTestDatabase = (template = TEMPLATE): Promise<TestDatabase> =>
  create(`template ${template}`);

/** A database without tables, like an operator's before the first start. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create('');

const create = async (how: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAdminStatement(`create database ${name} ${how}`);
  const connectionString = databaseUrl(inject('testServer'), name);
  // Many requests at once on a busy machine are not an outage.
  const database = createDatabase(connectionString, { connectTimeoutMs: 60_000 });
  return {
    connectionString,
    database,
    drop: async () => {
      await database.close();
      await runAdminStatement(`drop database ${name} with (force)`);
    },
  };
};

const runAdminStatement = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject('testServer') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
