// `npm run admin`: what an operator does to a deployment, from the shell of a machine that reaches its database.
import { withDatabase } from '../server/database/borrowed-database.ts';
import { readEnv } from '../server/env.ts';
import { explainStartFailure } from '../server/startup-error.ts';
import { type Command, CommandError } from './admin/command.ts';
import { verifyLedgerCommand } from './admin/verify-ledger.ts';

const commands: readonly Command[] = [verifyLedgerCommand];

const usage = () => {
  const widest = Math.max(...commands.map(({ name }) => name.length));
  return [
    'npm run admin -- <command>',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`),
    '',
    'More about one: npm run admin -- <command> --help',
    'The database is the one of DATABASE_URL, or else the embedded one below DATA_DIR, running or not.',
  ].join('\n');
};

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

const main = async ([name, ...args]: string[]): Promise<number> => {
  if (name === undefined || isHelp(name)) {
    console.log(usage());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((known) => known.name === name);
  if (command === undefined) throw new CommandError(`There is no command "${name}".\n\n${usage()}`);
  if (args.some(isHelp)) {
    console.log(command.help);
    return 0;
  }
  const note = (line: string) => console.error(line);
  return withDatabase(readEnv(process.env), note, (database) =>
    command.run({ database, args, print: (line) => console.log(line), note }),
  );
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const line = error instanceof CommandError ? error.message : explainStartFailure(error);
  console.error(line ?? error);
  process.exitCode = 2;
}
