import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../server/app.ts';
import type { Database } from '../server/database/database.ts';
import { storeDemoVideos } from '../server/demo/demo-videos.ts';
import type { EndpointPolicy } from '../server/notifications/transport/endpoint-policy.ts';
import { readEnv } from '../server/shared/env.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/test-database.ts';
import { DEMO_TEMPLATE } from './demo-template.ts';

/** The real application with the built web app, with its own port and database. */
export type TestApp = Pick<TestDatabase, 'database' | 'connectionString'> & {
  /** Such as http://127.0.0.1:40123; no slash at the end. */
  readonly url: string;
  close(): Promise<void>;
};

export type StartOptions = {
  demo?: boolean;
  /** Adds rows before the application reads the database. */
  prepare?: (database: Database) => Promise<unknown>;
  /** Another build than that of this run. */
  webFolder?: string;
  /** The port of a previous application, to replace it; a free one by default. */
  port?: number;
  /** Further settings. */
  settings?: Record<string, string>;
  /** Hosts that pushes may be sent to. */
  pushEndpoints?: EndpointPolicy;
};

const databases = new Map<string, Database>();

/** Makes the next device of everybody their first one, as it is for most tests. */
export const forgetReading = async (url: string): Promise<void> => {
  await databases
    .get(url)
    ?.pool.query('delete from reading_states; delete from idea_reads; delete from room_reads');
};

/** Starts the application, with the demo by default. */
export const startApp = async ({
  demo = true,
  prepare,
  webFolder,
  port = 0,
  settings = {},
  pushEndpoints,
}: StartOptions = {}): Promise<TestApp> => {
  const { database, connectionString, drop } = await createTestDatabase(demo ? DEMO_TEMPLATE : undefined);
  await prepare?.(database);
  const folder = await mkdtemp(join(tmpdir(), 'chartlark-data-'));
  const env = readEnv({ LOG_LEVEL: 'error', RATE_LIMITS: 'off', DATA_DIR: folder, ...settings });
  if (demo) await storeDemoVideos(env);
  const app = await buildApp({
    database,
    env,
    ...(webFolder && { webFolder }),
    ...(pushEndpoints && { pushEndpoints }),
  });
  // A loopback address is a secure context, which service workers and crypto.subtle need.
  const url = await app.listen({ host: '127.0.0.1', port });
  databases.set(url, database);
  return {
    url,
    database,
    connectionString,
    close: async () => {
      databases.delete(url);
      await app.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
