import { createInterface } from 'node:readline/promises';

/** The first line of standard input: passwords are read this way, so they are in no process list. */
export const readLine = async (): Promise<string> => {
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
};

/** Asks at the terminal; false without one. */
export const confirm = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} Type yes to continue: `)).trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
};
