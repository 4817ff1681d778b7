import { AccountsService } from '../accounts/accounts-service.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- users reset-second-factor EMAIL

For an educator who lost the authenticator app and the recovery codes: switches codes off, so that the password is enough
again, and ends all sessions. Make sure that it is really them who ask.

Exit code 0: done. 1: there was nothing to switch off. 2: there is no such account.`;

export const usersResetSecondFactorCommand: Command = {
  name: 'users reset-second-factor',
  summary: 'Switch off the codes of an educator who lost them',
  help,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL'], options: {} });
    const [email = ''] = positionals;
    const ended = await new AccountsService(db, () => new Date()).resetSecondFactor(email);
    print(
      ended === null
        ? `${email} has no codes to switch off.`
        : `Switched off the codes of ${email}. Sessions ended: ${ended}.`,
    );
    return ended === null ? 1 : 0;
  },
};
