import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { AccountsService } from '../account/accounts-service.ts';
import type { OperatorLinksService } from '../account/links/operator-links-service.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';

/** What a command works with. */
export type CommandContext = {
  database: Database;
  env: Env;
  clock: Clock;
  accounts: AccountsService;
  links: OperatorLinksService;
  print: (...lines: string[]) => void;
  /** Prints aligned columns. */
  printTable: (headings: readonly string[], rows: readonly (readonly string[])[]) => void;
  /** Prints one progress line, which is not part of the output. */
  note: (line: string) => void;
  /** Reads the first line of standard input, without its line break. */
  readLine: () => Promise<string>;
  /** Asks at the terminal; false without one. */
  confirm: (question: string) => Promise<boolean>;
};

/** One command of `npm run admin`. */
export type Command = {
  /** One word, or two, the first of which is the noun. */
  readonly name: string;
  /** Shown in the list of commands. */
  readonly summary: string;
  /** Complete help for a first-time user. */
  readonly help: string;
  /** Parses the arguments. Throws CommandError. */
  prepare(args: readonly string[]): (context: CommandContext) => Promise<0 | 1>;
};

type Definition<Options extends ParseArgsOptionsConfig> = {
  name: string;
  /** The arguments, as the help shows them, if they are more than the positional ones. */
  usage?: string;
  summary: string;
  help: string;
  exitCodes?: string;
  /** Positional arguments in order, as named in the help; a trailing `?` marks optional ones. */
  positionals?: readonly string[];
  options?: Options;
  /** Returns 1 if the result is negative. */
  run(
    context: CommandContext & Pick<ReturnType<typeof parse<Options>>, 'values' | 'positionals'>,
  ): Promise<1 | undefined>;
};

/** Why a command failed, as a message for the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
}

export const defineCommand = <const Options extends ParseArgsOptionsConfig>({
  name,
  positionals: expected = [],
  usage = expected.join(' '),
  summary,
  help,
  exitCodes = '0: done. 2: not done, and why.',
  options = {} as Options,
  run,
}: Definition<Options>): Command => ({
  name,
  summary,
  help: `${`npm run admin -- ${name} ${usage}`.trimEnd()}\n\n${help}\n\nExit code ${exitCodes}`,
  prepare: (args) => {
    const { values, positionals } = parse(args, options);
    const missing = expected.slice(positionals.length).filter((word) => !word.endsWith('?'));
    if (missing.length > 0) throw new CommandError(`Missing: ${missing.join(', ')}. See --help.`);
    const unexpected = positionals.slice(expected.length);
    if (unexpected.length > 0)
      throw new CommandError(`Unexpected: ${unexpected.join(' ')}. Quote values with spaces.`);
    return async (context) => (await run({ ...context, values, positionals })) ?? 0;
  },
});

const parse = <Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // node:util's messages name the option and are meant for users.
    throw new CommandError(`${(error as Error).message} See --help.`);
  }
};
