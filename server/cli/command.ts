import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';

/** The context of a command. */
export type CommandContext = {
  database: Database;
  env: Env;
  /** Arguments after the command's name. */
  args: readonly string[];
  /** Prints one line of output. */
  print: (line: string) => void;
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
  /** Returns the exit code: 0 for success, 1 if the result is negative. Throws CommandError for invalid arguments. */
  run(context: CommandContext): Promise<0 | 1>;
};

/** Why a command failed, as a message for the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
}
