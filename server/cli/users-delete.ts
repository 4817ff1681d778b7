import { AccountsService } from '../accounts/accounts-service.ts';
import { createMediaService } from '../media/create-media-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- users delete EMAIL [--yes]

Permanently deletes a user: the account, sessions, profile, picture, preferences and everything else that belongs to it.
Browsers that have shown the picture may keep it in their cache. The sign-in log keeps anonymous events, without email or network address.
Run "users export" first if the person asked for their data.

An educator who has published can't be deleted, because customers followed the ideas and the ledger contains them. Use
"users disable" to end their access.

Earlier backups still contain the user's data.

  --yes  do not ask

Exit code 0: removed. 2: not removed, and why.`;

export const usersDeleteCommand: Command = {
  name: 'users delete',
  summary: 'Permanently delete a user and all their data',
  help,
  run: async ({ database: { db }, env, args, print, confirm }) => {
    const { values, positionals } = readArguments(args, {
      positionals: ['EMAIL'],
      options: { yes: { type: 'boolean' } },
    });
    const [email = ''] = positionals;
    if (!values.yes && !(await confirm(`Permanently delete ${email} and all their data?`)))
      throw new CommandError('Nothing was removed. Answer yes, or give --yes.');
    const clock = () => new Date();
    await new AccountsService(db, clock).delete(email);
    await createMediaService(db, env, clock).removeOfDeletedAccounts();
    print(`Removed ${email}.`);
    return 0;
  },
};
