import { resolve } from 'node:path';
import { verifyArchive } from '../backup/archive-reader.ts';
import { assertRestorable, hasData, restoreBackup } from '../backup/restore-backup.ts';
import { createMediaStore, getSpoolFolder } from '../media/create-media-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- restore FILE [--yes]

Replaces everything in the database with a backup, in one transaction: it succeeds completely or changes nothing.
First, the whole file is checked against its checksums. A backup of an older version is migrated to this one; a backup
of a newer version is rejected.

The application may keep running: its requests wait during the restore, then every open page reloads (a new epoch).
Passwords, sessions and disabled accounts are as they were at the time of the backup; "sessions revoke --all" signs
everyone out. Browsers that saw a later ledger show a warning.

  --yes  replace what is there without asking

Exit code 0: restored. 2: nothing was changed, and why.`;

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Replace everything with a backup',
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
    const question = `The database has data. Replace all of it with the backup of ${backup.made_at}?`;
    if ((await hasData(pool)) && !values.yes && !(await confirm(question)))
      throw new CommandError('The database has data, so nothing was changed. Use --yes to replace it.');
    const target = { pool, store: createMediaStore(env), spool: getSpoolFolder(env) };
    await restoreBackup(target, path, backup, note);
    print(
      `Restored the backup of ${backup.made_at}: ${backup.tables.length} tables, ${backup.media} uploads.`,
    );
    print(
      'Open pages reload. "sessions revoke --all" signs everyone out; "verify-ledger" checks the ledger.',
    );
    return 0;
  },
};
