// `npm run admin`: what an operator does to a deployment, from the shell of a machine that reaches its database.
import { runAdmin } from './admin/run-admin.ts';

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
