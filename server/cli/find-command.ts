import type { Command } from './command.ts';

/** A command and its arguments, or the commands that the input may have meant. */
export type CommandMatch = { command: Command; args: string[] } | { group: Command[]; word: string };

/** Finds the command named by the first one or two words. */
export const findCommand = (commands: readonly Command[], words: readonly string[]): CommandMatch => {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((known) => known.name === name);
    if (command) return { command, args: words.slice(length) };
  }
  const [noun = ''] = words;
  return { group: commands.filter(({ name }) => name.startsWith(`${noun} `)), word: noun };
};
