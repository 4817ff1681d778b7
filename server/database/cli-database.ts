import type { Env } from '../env.ts';
import { StartupError } from '../startup-error.ts';
import { createDatabase, type Database } from './database.ts';
import { clusterUrl } from './embedded/app-lock.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { hasCluster, openCluster } from './embedded/cluster.ts';
import { findDataDirectory } from './embedded/data-directory.ts';
import { findPostmaster } from './embedded/postmaster.ts';
import { EMBEDDED_DATABASE, startEmbeddedPostgres } from './embedded-postgres.ts';

type Source = Pick<Env, 'databaseUrl' | 'dataDir'>;
type Found = { connectionString: string; stop?: () => Promise<void> };

/**
 * Does `work` on the application's database from another process, whether the application runs or not: the one of
 * DATABASE_URL, the embedded one as it runs, or started for the while and stopped again.
 * @throws StartupError in words where there is no database.
 */
export const withDatabase = async <T>(
  source: Source,
  onProgress: (line: string) => void,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const found = await find(source, onProgress);
  const database = createDatabase(found.connectionString, { connections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await found.stop?.();
  }
};

const find = async ({ databaseUrl, dataDir }: Source, onProgress: (line: string) => void): Promise<Found> => {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl };
  const place = await findDataDirectory(dataDir);
  if (!hasCluster(place))
    throw new StartupError(
      `There is no database in ${dataDir} yet. Start the application once, or give its database in DATABASE_URL or its folder in DATA_DIR.`,
    );
  const postmaster = findPostmaster(place);
  if (postmaster === undefined) {
    onProgress('The application is not running: starting its database for this command …');
    return startEmbeddedPostgres({ dataDir, onProgress });
  }
  const cluster = await openCluster(place, await prepareBinaries(place.binariesParent), true);
  return { connectionString: clusterUrl(cluster, postmaster.port, EMBEDDED_DATABASE) };
};
