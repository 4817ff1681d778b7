import { AccessService } from '../accounts/access-service.ts';
import { resetAll } from '../backup/reset-all.ts';
import { createMediaStore } from '../media/create-media-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- reset-all [--yes]

Permanently deletes accounts, sessions and the sign-in log, ideas, rooms and messages, videos, profiles, preferences and
uploads. Only data of the deployment itself is kept, such as its keys.

The ledger is deleted too and starts again at number 1. A downloaded ledger can still be verified, and browsers warn that
the history has changed. Make a backup first.

The application may keep running; everybody is signed out. The demo is loaded into an embedded database on a loopback
address at the next start, unless DEMO=off.

  --yes  do not ask

Exit code 0: deleted. 2: nothing was changed, and why.`;

export const resetAllCommand: Command = {
  name: 'reset-all',
  summary: 'Delete everything: users, ideas, rooms, uploads, ledger',
  help,
  run: async ({ database, env, args, print, confirm }) => {
    const { values } = readArguments(args, { options: { yes: { type: 'boolean' } } });
    if (
      !values.yes &&
      !(await confirm('Permanently delete every account, idea, message and upload, and the ledger?'))
    )
      throw new CommandError('Nothing was removed. Answer yes, or give --yes.');
    const access = new AccessService(database.db, () => new Date());
    await resetAll({ database, access, store: createMediaStore(env) });
    print(
      'Everything was removed. A new ledger starts with the next idea; the old one exists only in backups and downloads.',
    );
    print('Create the first accounts with "educators set" and "users add", and rooms with "rooms add".');
    return 0;
  },
};
