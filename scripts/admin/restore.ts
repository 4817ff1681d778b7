import { resolve } from 'node:path';
import { verifyArchive } from '../../server/backup/archive-reader.ts';
import { assertRestorable, hasData, restoreBackup } from '../../server/backup/restore-backup.ts';
import { createMediaStore, spoolFolderOf } from '../../server/media/create-media-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- restore FILE [--yes]

Puts a backup in the place of everything the database holds, in one transaction: it works as a whole or changes nothing.
First the whole file is checked against its checksums. A backup of an older version is brought to this one by its
migrations; one of a newer version is refused.

The application may run meanwhile: for the length of the restore its requests wait, then every open page loads anew (a
new epoch). Passwords, sessions and disabled accounts are as they were when the backup was made: "sessions revoke --all"
signs everyone out. Whoever remembered a later head of the ledger is warned, as they should be.

  --yes  replace what is there without asking

Exit code 0: restored. 2: nothing was changed, and why.`;

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Put a backup in the place of everything there is',
  help,
  run: async ({ database: { pool }, env, args, print, note, confirm }) => {
    const { values, positionals } = readArguments(args, {
      positionals: ['FILE'],
      options: { yes: { type: 'boolean' } },
    });
    const path = resolve(positionals[0] ?? '');
    note('Checking the backup …');
    const backup = await verifyArchive(path);
    assertRestorable(backup);
    const question = `The database holds data. Replace all of it with the backup of ${backup.made_at}?`;
    if ((await hasData(pool)) && !values.yes && !(await confirm(question)))
      throw new CommandError('The database holds data, and nothing was changed. --yes replaces it.');
    const target = { pool, store: createMediaStore(env), spool: spoolFolderOf(env) };
    await restoreBackup(target, path, backup, note);
    print(
      `Restored the backup of ${backup.made_at}: ${backup.tables.length} tables, ${backup.media} uploads.`,
    );
    print(
      'Open pages load anew. "sessions revoke --all" signs everyone out; "verify-ledger" checks the ledger.',
    );
    return 0;
  },
};
