import { Console } from 'node:console';
import { AppError } from '../../server/app-error.ts';
import { withDatabase } from '../../server/database/cli-database.ts';
import { readEnv } from '../../server/env.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { explainStartFailure } from '../../server/startup-error.ts';
import { type Command, CommandError } from './command.ts';
import { commands } from './commands.ts';
import { findCommand } from './find-command.ts';
import { createTerminal, type Input, type Output } from './terminal.ts';

/** What a command has of the process it runs in. */
export type Surroundings = { env: NodeJS.ProcessEnv; input: Input; output: Output; errors: Output };

/** Runs the command these words name and returns its exit code: 0 done, 1 done and the answer is bad news, 2 not done. */
export const runAdmin = async (words: string[], surroundings: Surroundings): Promise<0 | 1 | 2> => {
  const console = new Console(surroundings.output, surroundings.errors);
  try {
    return await run(words, surroundings, console);
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    return 2;
  }
};

const usage = (listed: readonly Command[]) => {
  const widest = Math.max(...listed.map(({ name }) => name.length));
  return [
    'npm run admin -- <command>',
    '',
    ...listed.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`),
    '',
    'More about one: npm run admin -- <command> --help',
    'The database is the one of DATABASE_URL, or else the embedded one below DATA_DIR, running or not.',
  ].join('\n');
};

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

const run = async (words: string[], surroundings: Surroundings, console: Console): Promise<0 | 1 | 2> => {
  const [first] = words;
  if (first === undefined || isHelp(first)) {
    console.log(usage(commands));
    return first === undefined ? 2 : 0;
  }
  const found = findCommand(commands, words);
  if ('group' in found) {
    const { group, word } = found;
    if (group.length === 0) throw new CommandError(`There is no command "${word}".\n\n${usage(commands)}`);
    if (!words.some(isHelp))
      throw new CommandError(`There is no command "${words.slice(0, 2).join(' ')}".\n\n${usage(group)}`);
    console.log(usage(group));
    return 0;
  }
  const { command, args } = found;
  if (args.some(isHelp)) {
    console.log(command.help);
    return 0;
  }
  const env = readEnv(surroundings.env);
  const print = (line: string) => console.log(line);
  const note = (line: string) => console.error(line);
  const { readLine, confirm } = createTerminal(surroundings.input, surroundings.errors);
  return withDatabase(env, note, (database) =>
    command.run({ database, env, args, print, note, readLine, confirm }),
  );
};

/** What was said for people stands alone; anything else is a bug of ours and comes with its stack. */
const sentenceOf = (error: unknown): string | undefined =>
  error instanceof CommandError || error instanceof OperatorError || error instanceof AppError
    ? error.message
    : explainStartFailure(error);
