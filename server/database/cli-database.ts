import type { Env } from '../shared/env.ts';
import { StartupError } from '../shared/startup-error.ts';
import { createDatabase, type Database } from './database.ts';
import { appUrl } from './embedded/app-role.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { hasCluster, openCluster } from './embedded/cluster.ts';
import { findDataDirectory } from './embedded/data-directory.ts';
import { findPostmaster } from './embedded/postmaster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

type Source = Pick<Env, 'databaseUrl' | 'dataDir'>;
type Connection = { connectionString: string; stop?: () => Promise<void> };

/**
 * Runs `work` on the application's database from a CLI process, whether the application runs or not. Uses
 * DATABASE_URL, or the embedded database, which is started for the duration if needed.
 * @throws StartupError if there is no database.
 */
export const withDatabase = async <T>(
  source: Source,
  onProgress: (line: string) => void,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const connection = await connect(source, onProgress);
  const database = createDatabase(connection.connectionString, { connections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await connection.stop?.();
  }
};

const connect = async (
  { databaseUrl, dataDir }: Source,
  onProgress: (line: string) => void,
): Promise<Connection> => {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl };
  const directory = await findDataDirectory(dataDir);
  if (!hasCluster(directory))
    throw new StartupError(
      `There is no database in ${dataDir} yet. Start the application once, or set DATABASE_URL or DATA_DIR.`,
    );
  const postmaster = findPostmaster(directory);
  if (postmaster === undefined) {
    onProgress("The application isn't running. Starting its database for this command …");
    return startEmbeddedPostgres({ dataDir, onProgress });
  }
  const cluster = await openCluster(directory, await prepareBinaries(directory.binariesParent), true);
  return { connectionString: appUrl(cluster, postmaster.port) };
};
