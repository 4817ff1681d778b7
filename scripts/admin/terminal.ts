import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { CommandContext } from './command.ts';

/** A stream that may be a terminal, as those of a process are. */
export type Input = Readable & { isTTY?: boolean };
export type Output = Writable & { isTTY?: boolean };

/** What an operator can say to a command: `input` is the standard input, and questions go to `errors`. */
export const createTerminal = (
  input: Input,
  errors: Output,
): Pick<CommandContext, 'readLine' | 'confirm'> => ({
  /** The first line of the standard input: a password comes this way, so it stands in no list of processes. */
  readLine: async () => {
    const lines = createInterface({ input, terminal: false });
    try {
      for await (const line of lines) return line;
      return '';
    } finally {
      lines.close();
    }
  },

  /** Asks at the terminal; without one the answer is no. */
  confirm: async (question) => {
    if (!input.isTTY || !errors.isTTY) return false;
    const terminal = createInterface({ input, output: errors });
    try {
      return (await terminal.question(`${question} Type yes to go on: `)).trim().toLowerCase() === 'yes';
    } finally {
      terminal.close();
    }
  },
});
