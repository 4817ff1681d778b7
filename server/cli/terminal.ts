import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { escapeText } from '../shared/escape-text.ts';
import type { CommandContext } from './command.ts';

/** A stream that may be a terminal. */
export type Input = Readable & { isTTY?: boolean };
export type Output = Writable & { isTTY?: boolean };

/** Reads an operator's answers from `input`; questions are printed to `errors`. */
export const createTerminal = (
  input: Input,
  errors: Output,
): Pick<CommandContext, 'readLine' | 'confirm'> => ({
  /** The first line of standard input: passwords are read this way, so they are in no process list. */
  readLine: async () => {
    const lines = createInterface({ input, terminal: false });
    try {
      for await (const line of lines) return line;
      return '';
    } finally {
      lines.close();
    }
  },

  /** Asks at the terminal; false without one. */
  confirm: async (question) => {
    if (!input.isTTY || !errors.isTTY) return false;
    const terminal = createInterface({ input, output: errors });
    try {
      return (
        (await terminal.question(escapeText(`${question} Type yes to continue: `))).trim().toLowerCase() ===
        'yes'
      );
    } finally {
      terminal.close();
    }
  },
});
