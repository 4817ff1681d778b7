// `npm run admin`: admin commands, run from a machine that can reach the database.
import { AppError } from '../server/app-error.ts';
import { withDatabase } from '../server/database/cli-database.ts';
import { readEnv } from '../server/env.ts';
import { OperatorError } from '../server/operator-error.ts';
import { explainStartFailure } from '../server/startup-error.ts';
import { type Command, CommandError } from './admin/command.ts';
import { commands } from './admin/commands.ts';
import { findCommand } from './admin/find-command.ts';
import { confirm, readLine } from './admin/terminal.ts';

const usage = (available: readonly Command[]) => {
  const widest = Math.max(...available.map(({ name }) => name.length));
  return [
    'npm run admin -- <command>',
    '',
    ...available.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`),
    '',
    'Help for a command: npm run admin -- <command> --help',
    'Uses DATABASE_URL, or the embedded database below DATA_DIR, running or not.',
  ].join('\n');
};

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

const main = async (argv: string[]): Promise<number> => {
  const [first] = argv;
  if (first === undefined || isHelp(first)) {
    console.log(usage(commands));
    return first === undefined ? 2 : 0;
  }
  const found = findCommand(commands, argv);
  if ('group' in found) {
    const { group, word } = found;
    if (group.length === 0) throw new CommandError(`There is no command "${word}".\n\n${usage(commands)}`);
    if (!argv.some(isHelp))
      throw new CommandError(`There is no command "${argv.slice(0, 2).join(' ')}".\n\n${usage(group)}`);
    console.log(usage(group));
    return 0;
  }
  const { command, args } = found;
  if (args.some(isHelp)) {
    console.log(command.help);
    return 0;
  }
  const env = readEnv(process.env);
  const print = (line: string) => console.log(line);
  const note = (line: string) => console.error(line);
  return withDatabase(env, note, (database) =>
    command.run({ database, env, args, print, note, readLine, confirm }),
  );
};

/** Messages meant for people are printed alone; anything else is a bug and printed with its stack. */
const getUserMessage = (error: unknown): string | undefined =>
  error instanceof CommandError || error instanceof OperatorError || error instanceof AppError
    ? error.message
    : explainStartFailure(error);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(getUserMessage(error) ?? error);
  process.exitCode = 2;
}
