import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CommandError } from './command.ts';

type Shape<Options extends ParseArgsOptionsConfig> = {
  /** Positional arguments in order, as named in the help; a trailing `?` marks optional ones. */
  positionals?: readonly string[];
  options: Options;
};

/**
 * Parses the arguments of a command.
 * @throws CommandError for missing, unknown or unexpected ones.
 */
export const readArguments = <const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { positionals: expected = [], options }: Shape<Options>,
) => {
  const { values, positionals } = parse(args, options);
  const missing = expected.slice(positionals.length).filter((name) => !name.endsWith('?'));
  if (missing.length > 0) throw new CommandError(`Missing: ${missing.join(', ')}. See --help.`);
  const unexpected = positionals.slice(expected.length);
  if (unexpected.length > 0)
    throw new CommandError(`Unexpected: ${unexpected.join(' ')}. Quote values with spaces.`);
  return { values, positionals };
};

const parse = <Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // node:util's messages name the option and are meant for users.
    throw new CommandError(`${(error as Error).message} See --help.`);
  }
};
