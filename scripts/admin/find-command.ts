import type { Command } from './command.ts';

/** A command with what stood after its name, or the commands that what was typed may have meant. */
export type Found = { command: Command; args: string[] } | { group: Command[]; word: string };

/** Finds the command of the first one or two words. */
export const findCommand = (commands: readonly Command[], words: readonly string[]): Found => {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((known) => known.name === name);
    if (command) return { command, args: words.slice(length) };
  }
  const [noun = ''] = words;
  return { group: commands.filter(({ name }) => name.startsWith(`${noun} `)), word: noun };
};
