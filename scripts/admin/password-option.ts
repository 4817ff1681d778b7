import { type CommandContext, CommandError } from './command.ts';

/** How a password may be given: never as an argument, which every user of the machine can read in the list of processes. */
export const passwordOption = { 'password-stdin': { type: 'boolean' } } as const;

export const passwordHelp = `Without --password-stdin a password is made and printed once; only its hash is kept. With it, the first line of
the standard input is the password.`;

/** The password given on the standard input; null where one is to be made. */
export const readPassword = async (
  isGiven: boolean | undefined,
  { readLine }: Pick<CommandContext, 'readLine'>,
): Promise<string | null> => {
  if (!isGiven) return null;
  const password = await readLine();
  if (password === '') throw new CommandError('The standard input holds no password in its first line.');
  return password;
};

/** Says a password that was made; nothing where the operator knows it already. */
export const passwordLines = (password: string | null): string[] =>
  password === null ? [] : [`Password: ${password}`, 'It is shown this once. Hand it over by a safe way.'];
