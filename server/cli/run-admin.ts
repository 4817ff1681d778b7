import { Console } from 'node:console';
import { inspect } from 'node:util';
import { AccountsService } from '../account/accounts-service.ts';
import { createTellOwner } from '../account/links/account-links.ts';
import { OperatorLinksService } from '../account/links/operator-links-service.ts';
import { withDatabase } from '../database/cli-database.ts';
import { AppError } from '../shared/app-error.ts';
import { systemClock } from '../shared/clock.ts';
import { readEnv } from '../shared/env.ts';
import { escapeText } from '../shared/escape-text.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { explainStartFailure } from '../shared/startup-error.ts';
import { backupCommands } from './backup.ts';
import { candlesImport } from './candles.ts';
import { type Command, CommandError } from './command.ts';
import { destinationsCommands } from './destinations.ts';
import { educatorsCommands } from './educators.ts';
import { linkCommands } from './invitations.ts';
import { operatorCommands } from './operator.ts';
import { sessionsCommands } from './sessions.ts';
import { formatTable } from './table.ts';
import { createTerminal, type Input, type Output } from './terminal.ts';
import { usersCommands } from './users.ts';
import { verifyLedger } from './verify-ledger.ts';

/** All commands in the order of the list. */
const commands: readonly Command[] = [
  ...linkCommands,
  ...usersCommands,
  ...educatorsCommands,
  ...sessionsCommands,
  ...destinationsCommands,
  ...operatorCommands,
  candlesImport,
  ...backupCommands,
  verifyLedger,
];

/** A command and its arguments, or the commands that the input may have meant. */
type CommandMatch = { command: Command; args: string[] } | { group: Command[]; word: string };

/** Finds the command named by the first one or two words. */
const findCommand = (commands: readonly Command[], words: readonly string[]): CommandMatch => {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((known) => known.name === name);
    if (command) return { command, args: words.slice(length) };
  }
  const [noun = ''] = words;
  return { group: commands.filter(({ name }) => name.startsWith(`${noun} `)), word: noun };
};

/** The parts of the process that a command uses. */
type AdminProcess = { env: NodeJS.ProcessEnv; input: Input; output: Output; errors: Output };

/** Runs an admin command and returns its exit code: 0 success, 1 success with a negative result, 2 failure. */
export const runAdmin = async (argv: string[], process: AdminProcess): Promise<0 | 1 | 2> => {
  const console = new Console(process.output, process.errors);
  try {
    return await run(argv, process, console);
  } catch (error) {
    console.error(escapeText(getUserMessage(error) ?? inspect(error)));
    return 2;
  }
};

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

const run = async (argv: string[], process: AdminProcess, console: Console): Promise<0 | 1 | 2> => {
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
  const work = command.prepare(args);
  const env = readEnv(process.env);
  const print = (...lines: string[]) => {
    for (const line of lines) console.log(escapeText(line));
  };
  const note = (line: string) => console.error(escapeText(line));
  return withDatabase(env, note, (database) =>
    work({
      database,
      env,
      clock: systemClock,
      accounts: new AccountsService(database.db, systemClock, createTellOwner(env, systemClock)),
      links: new OperatorLinksService(database.db, systemClock, env),
      print,
      printTable: (headings, rows) => print(...formatTable(headings, rows)),
      note,
      ...createTerminal(process.input, process.errors),
    }),
  );
};

/** Messages meant for people are printed alone; anything else is a bug and printed with its stack. */
const getUserMessage = (error: unknown): string | undefined =>
  error instanceof CommandError || error instanceof OperatorError || error instanceof AppError
    ? error.message
    : explainStartFailure(error);
