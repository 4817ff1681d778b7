import type { Database } from '../../server/database/database.ts';
import type { Env } from '../../server/env.ts';

/** What a command works with. */
export type CommandContext = {
  database: Database;
  env: Env;
  /** What stood after the command's name. */
  args: readonly string[];
  /** One line of the answer. */
  print: (line: string) => void;
  /** One line about what is going on, for whoever waits; never part of the answer. */
  note: (line: string) => void;
  /** The first line of the standard input, without its end. */
  readLine: () => Promise<string>;
  /** Whether somebody at a terminal answers yes; where nobody sits there, nobody does. */
  confirm: (question: string) => Promise<boolean>;
};

/** One command of `npm run admin`. */
export type Command = {
  /** One word, or two of which the first is the noun. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Everything somebody needs who has never used it. */
  readonly help: string;
  /** Answers the exit code: 0 done, 1 done and the answer is bad news. Throws CommandError for wrong arguments. */
  run(context: CommandContext): Promise<0 | 1>;
};

/** Why a command cannot be carried out, in words for whoever gave it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
