import { AccountsService } from '../accounts/accounts-service.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- users reset-second-factor EMAIL

For somebody who lost the phone: switches codes from an app off, removes all passkeys, and ends all sessions, so that
the password is enough again. Make sure that it is really them who ask.

Exit code 0: done. 1: there was nothing to remove. 2: there is no such account.`;

export const usersResetSecondFactorCommand: Command = {
  name: 'users reset-second-factor',
  summary: 'Remove the codes and passkeys of somebody who lost them',
  help,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL'], options: {} });
    const [email = ''] = positionals;
    const ended = await new AccountsService(db, () => new Date()).resetSecondFactor(email);
    print(
      ended === null
        ? `${email} has neither codes nor passkeys.`
        : `Removed the codes and passkeys of ${email}. Sessions ended: ${ended}.`,
    );
    return ended === null ? 1 : 0;
  },
};
