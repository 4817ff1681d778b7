// `npm run admin`: admin commands, run from a machine that can reach the database.
import { runAdmin } from '../server/cli/run-admin.ts';

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
