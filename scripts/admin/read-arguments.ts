import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CommandError } from './command.ts';

type Shape<Options extends ParseArgsOptionsConfig> = {
  /** What must stand without a name, in order, as the help calls it; one that ends in `?` may be left out. */
  positionals?: readonly string[];
  options: Options;
};

/**
 * Reads what stood after a command's name.
 * @throws CommandError naming what is missing, unknown or too much.
 */
export const readArguments = <const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { positionals: expected = [], options }: Shape<Options>,
) => {
  const { values, positionals } = parse(args, options);
  const missing = expected.slice(positionals.length).filter((name) => !name.endsWith('?'));
  if (missing.length > 0) throw new CommandError(`Missing: ${missing.join(', ')}. --help shows how.`);
  const surplus = positionals.slice(expected.length);
  if (surplus.length > 0)
    throw new CommandError(`Not understood: ${surplus.join(' ')}. Words with spaces need quotes.`);
  return { values, positionals };
};

const parse = <Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // node:util's own sentences name the option; they are made for whoever typed it.
    throw new CommandError(`${(error as Error).message} --help shows how.`);
  }
};
