import { AccessService } from '../../server/accounts/access-service.ts';
import { resetAll } from '../../server/backup/reset-all.ts';
import { createMediaStore } from '../../server/media/create-media-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- reset-all [--yes]

Empties the deployment for good: accounts, sessions and the log of sign-ins, ideas, rooms and messages, videos, profiles,
preferences and uploads. What is left is what belongs to the deployment itself, such as its keys.

The ledger is emptied too and begins anew at number 1: it is the history of ideas that no longer exist. Whoever kept a
downloaded ledger can still check it, and their browser warns that history is another one. Make a backup first.

The application may run meanwhile; everybody is signed out. An embedded database on a loopback address is filled with the
demo at the next start, unless DEMO=off.

  --yes  do not ask

Exit code 0: emptied. 2: nothing was changed, and why.`;

export const resetAllCommand: Command = {
  name: 'reset-all',
  summary: 'Empty the deployment for good: people, ideas, rooms, uploads, ledger',
  help,
  run: async ({ database, env, args, print, confirm }) => {
    const { values } = readArguments(args, { options: { yes: { type: 'boolean' } } });
    if (
      !values.yes &&
      !(await confirm('Remove every account, idea, message and upload, and the ledger, for good?'))
    )
      throw new CommandError('Nothing was removed. Answer yes, or give --yes.');
    const access = new AccessService(database.db, () => new Date());
    await resetAll({ database, access, store: createMediaStore(env) });
    print(
      'Everything was removed. A new ledger begins with the next idea; the old one exists only in backups and downloads.',
    );
    print('"educators set" and "users add" make the first accounts, "rooms add" the rooms.');
    return 0;
  },
};
