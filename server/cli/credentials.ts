import type { IssuedLink } from '../account/links/operator-links-service.ts';
import { CommandError } from './command.ts';

/** Passwords are never arguments, which every user of the machine could see in the process list. */
export const passwordOption = { 'password-stdin': { type: 'boolean' } } as const;

export const passwordHelp = `Without --password-stdin a password is generated and printed once; only its hash is stored. With it, the first line of
the standard input is the password. Either way its owner must choose another one at the first sign-in.`;

/** The password from standard input; null if one is to be generated. */
export const readPassword = async (
  isGiven: boolean | undefined,
  readLine: () => Promise<string>,
): Promise<string | null> => {
  if (!isGiven) return null;
  const password = await readLine();
  if (password === '') throw new CommandError('Standard input has no password in its first line.');
  return password;
};

/** Lines to print for a generated password; none if the operator chose it. */
export const formatPassword = (password: string | null): string[] =>
  password === null ? [] : [`Password: ${password}`, 'It is shown only once. Send it over a secure channel.'];

export const printOption = { print: { type: 'boolean' } } as const;

export const printHelp = `The link is sent by mail where SMTP_URL is set, and printed otherwise or with --print. Printed links begin with BASE_URL.
Only a hash of the link is stored.`;

/** Lines about an issued link: the link, or that a mail is on its way. */
export const formatLink = ({ email, url }: IssuedLink, validity: string): string[] =>
  url === null
    ? [`The link is sent to ${email} by mail.`]
    : [
        `Link: ${url}`,
        `It works once, for ${validity}. It is shown only now. Send it over a secure channel.`,
      ];
