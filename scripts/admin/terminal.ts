import { createInterface } from 'node:readline/promises';

/** The first line of the standard input: a password comes this way, so it stands in no list of processes. */
export const readLine = async (): Promise<string> => {
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
};

/** Asks at the terminal; without one the answer is no. */
export const confirm = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} Type yes to go on: `)).trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
};
