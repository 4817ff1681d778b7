// Started and killed by tests: an application reduced to its embedded PostgreSQL. Prints the connection string once
// it runs; stops on SIGTERM, and when its parent exits.
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';

const [dataDir = '', durability] = process.argv.slice(2);
const log = (line: string) => void process.stderr.write(`${line}\n`);

try {
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress: log, durable: durability !== 'fast' });
  const stop = () => void postgres.stop().then(() => process.exit(0));
  // Registered before the line is printed, because the reader may end this process at once.
  process.on('SIGTERM', stop);
  process.stdin.on('end', stop).resume();
  process.stdout.write(`${postgres.connectionString}\n`);
} catch (error) {
  log((error as Error).message);
  process.exit(1);
}
