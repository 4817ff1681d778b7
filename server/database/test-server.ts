import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDatabase, type Database } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

/** A migrated database that nothing connects to: `createTestDatabase` copies it. */
export const TEMPLATE = 'chartlark_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the maintenance database of the test run's PostgreSQL. */
    testServer: string;
  }
}

type TestServer = { connectionString: string; stop(): Promise<void> };

/** Each project's set-up is its own copy of this module, and they share one server: kept where both see it. */
const shared = globalThis as typeof globalThis & {
  chartlarkTestServer?: { users: number; server: Promise<TestServer> };
};

/** Vitest's global set-up of every project that needs PostgreSQL: one server, in memory as far as it goes, for the run. */
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
  // Vitest dies of it without a word; an exit takes the server along.
  process.once('SIGTERM', () => process.exit(1));
  const folder = await makeFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    onProgress: () => undefined,
    durable: false,
  });
  const connectionString = databaseUrl(postgres.connectionString, 'postgres');
  await createTemplate(connectionString, TEMPLATE);
  return {
    connectionString,
    stop: async () => {
      await postgres.stop();
      await Promise.all([folder, postgres.folder].map((path) => rm(path, { recursive: true, force: true })));
    },
  };
};

/** The address of another database of the same server. */
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

/** Named after this process, so that a later run can tell what a killed one has left. */
const makeFolder = async (): Promise<string> => {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `chartlark-test-${process.pid}-`));
  // PostgreSQL's user must pass through, where that is not us.
  await chmod(folder, 0o711);
  return folder;
};

/** A killed run leaves its folder, and its server running; starting on the folder finds that server and stops it. */
const removeLeftovers = async () => {
  for (const name of await readdir(tmpdir())) {
    const pid = /^chartlark-test-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const left = await startEmbeddedPostgres({ dataDir: folder, onProgress: () => undefined }).catch(
      () => undefined,
    );
    await left?.stop();
    // Another user's leftovers are theirs to remove.
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
