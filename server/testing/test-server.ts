import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDatabase, type Database } from '../database/database.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { superuserUrl } from './superuser-url.ts';

/** A migrated database without connections, copied by `createTestDatabase`. */
export const TEMPLATE = 'chartlark_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the maintenance database of the test run's PostgreSQL. */
    testServer: string;
  }
}

type TestServer = { connectionString: string; stop(): Promise<void> };

/** Each Vitest project loads its own copy of this module but shares one server, so it is stored globally. */
const shared = globalThis as typeof globalThis & {
  chartlarkTestServer?: { users: number; server: Promise<TestServer> };
};

/** Global setup of every Vitest project that needs PostgreSQL: one server for the run, without fsync. */
export default async function setup(project: TestProject) {
  shared.chartlarkTestServer ??= { users: 0, server: startTestServer() };
  const entry = shared.chartlarkTestServer;
  entry.users++;
  project.provide('testServer', (await entry.server).connectionString);
  return async () => {
    if (--entry.users === 0) await (await entry.server).stop();
  };
}

const startTestServer = async (): Promise<TestServer> => {
  // Vitest exits silently on SIGTERM; an explicit exit also stops the server.
  process.once('SIGTERM', () => process.exit(1));
  const folder = await makeFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    onProgress: () => undefined,
    durable: false,
  });
  const connectionString = superuserUrl(postgres.connectionString, postgres.folder);
  await createTemplate(connectionString, TEMPLATE);
  return {
    connectionString,
    stop: async () => {
      await postgres.stop();
      await Promise.all([folder, postgres.folder].map((path) => rm(path, { recursive: true, force: true })));
    },
  };
};

/** URL of another database of the same server. */
export const databaseUrl = (connectionString: string, name: string): string => {
  const url = new URL(connectionString);
  url.pathname = name;
  return url.href;
};

/** Makes a migrated database that is copied and never connected to afterwards. */
export const createTemplate = async (
  connectionString: string,
  name: string,
  fill: (database: Database) => Promise<unknown> = async () => undefined,
) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const template = createDatabase(databaseUrl(connectionString, name));
  await migrate(template.pool);
  await fill(template);
  await template.close();
};

/** Named after this process, so that a later run can recognise leftovers. */
const makeFolder = async (): Promise<string> => {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `chartlark-test-${process.pid}-`));
  // PostgreSQL's user may be a different one and must be able to enter.
  await chmod(folder, 0o711);
  return folder;
};

/** A killed run leaves its folder and its running server; starting on the folder finds and stops that server. */
const removeLeftovers = async () => {
  for (const name of await readdir(tmpdir())) {
    const pid = /^chartlark-test-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const left = await startEmbeddedPostgres({ dataDir: folder, onProgress: () => undefined }).catch(
      () => undefined,
    );
    await left?.stop();
    // Folders of other users can't be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
