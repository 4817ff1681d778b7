import { AccountsService } from '../../server/accounts/accounts-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- users delete EMAIL [--yes]

Removes a person for good: the account, sessions, profile, preferences and everything else that hangs on it. The log of
sign-ins keeps that somebody signed in and when, without address, name or network address.
Run "users export" first if the person asked for their data.

An educator who has published is refused: customers followed those ideas, and the ledger keeps every one. Use "users
disable" to end their access.

Backups made before still hold the person; they are gone when the last of those backups is.

  --yes  do not ask

Exit code 0: removed. 2: not removed, and why.`;

export const usersDeleteCommand: Command = {
  name: 'users delete',
  summary: 'Remove a person and all their data for good',
  help,
  run: async ({ database: { db }, args, print, confirm }) => {
    const { values, positionals } = readArguments(args, {
      positionals: ['EMAIL'],
      options: { yes: { type: 'boolean' } },
    });
    const [email = ''] = positionals;
    if (!values.yes && !(await confirm(`Remove ${email} and all their data for good?`)))
      throw new CommandError('Nothing was removed. Answer yes, or give --yes.');
    await new AccountsService(db, () => new Date()).delete(email);
    print(`Removed ${email}.`);
    return 0;
  },
};
