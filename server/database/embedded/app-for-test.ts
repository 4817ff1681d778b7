// What the tests kill: an application reduced to its embedded PostgreSQL, in a process of its own.
// Prints the connection string once it runs; stops on SIGTERM, and with whoever started it.
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const [dataDir = '', durability] = process.argv.slice(2);
const log = (line: string) => void process.stderr.write(`${line}\n`);

try {
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress: log, durable: durability !== 'fast' });
  const stop = () => void postgres.stop().then(() => process.exit(0));
  // Before the line is printed: whoever reads it may end this process at once, and then the server must end with it.
  process.on('SIGTERM', stop);
  process.stdin.on('end', stop).resume();
  process.stdout.write(`${postgres.connectionString}\n`);
} catch (error) {
  log((error as Error).message);
  process.exit(1);
}
