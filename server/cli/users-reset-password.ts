import { AccountsService } from '../accounts/accounts-service.ts';
import type { Command } from './command.ts';
import { formatPassword, passwordHelp, passwordOption, readPassword } from './password-option.ts';
import { readArguments } from './read-arguments.ts';

export const usersResetPasswordCommand: Command = {
  name: 'users reset-password',
  summary: "Set a new password; ends the account's sessions",
  help: `npm run admin -- users reset-password EMAIL [--password-stdin]

Sets a new password. All sessions of the account end within 5 seconds.

${passwordHelp}

Exit code 0: the password is changed. 2: it is not, and why.`,
  run: async ({ database: { db }, args, print, ...context }) => {
    const { values, positionals } = readArguments(args, { positionals: ['EMAIL'], options: passwordOption });
    const [email = ''] = positionals;
    const given = await readPassword(values['password-stdin'], context);
    const accounts = new AccountsService(db, () => new Date());
    const { endedSessions, password } = await accounts.resetPassword(email, given);
    print(`Changed the password of ${email}. Sessions ended: ${endedSessions}.`);
    for (const line of formatPassword(password)) print(line);
    return 0;
  },
};
