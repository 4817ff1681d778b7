import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { verifyArchive } from '../backup/archive-reader.ts';
import { resetAll } from '../backup/reset-all.ts';
import { assertRestorable, hasData, restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { recordBackup } from '../database/recorded-backups.ts';
import { createMediaStore, getSpoolFolder } from '../media/create-media-service.ts';
import { CommandError, defineCommand } from './command.ts';

const explain = (path: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EEXIST')
    throw new CommandError(
      `${path}.partial exists: another backup is running or was interrupted. Remove the file if none is running.`,
    );
  if (error.code === 'ENOENT' && error.syscall === 'open')
    throw new CommandError(`The folder of ${path} does not exist.`);
  throw error;
};

const backup = defineCommand({
  name: 'backup',
  summary: 'Write database and uploads to one file',
  help: `Writes the whole deployment into one file (tar.gz): all tables in one snapshot, and all uploads from the
configured folder or bucket. The application may keep running and is not blocked.

The file contains all user data and password hashes, so only its owner may read it (mode 0600). It appears under its
name once it is complete. An existing file is not overwritten. The manifest, the last entry, has the SHA-256 of every
entry, so a truncated file is recognised.

  DATABASE_URL, DATA_DIR and the S3_ settings must be those of the application.

Example: npm run --silent admin -- backup /backups/chartlark-$(date +%F).tar.gz`,
  exitCodes: '0: written. 2: not written, and why.',
  positionals: ['FILE'],
  run: async ({ database: { pool, db }, env, clock, positionals: [file = ''], print, note }) => {
    const path = resolve(file);
    if (existsSync(path)) throw new CommandError(`${path} already exists.`);
    const source = { pool, store: createMediaStore(env), clock };
    const {
      tables,
      media,
      missing_media: missing,
      made_at: at,
    } = await writeBackup(source, path, note).catch(explain(path));
    await recordBackup(db, { at, bytes: (await stat(path)).size });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(`Wrote ${path}: ${rows} rows of ${tables.length} tables, ${media} uploads.`);
    if (missing.length > 0) print(`Uploads without content, left out: ${missing.join(', ')}`);
  },
});

const restore = defineCommand({
  name: 'restore',
  usage: 'FILE [--yes]',
  summary: 'Replace everything with a backup',
  help: `Replaces everything in the database with a backup, in one transaction: it succeeds completely or changes nothing.
First, the whole file is checked against its checksums. A backup of an older version is migrated to this one; a backup
of a newer version is rejected.

The application may keep running: its requests wait during the restore, then every open page reloads (a new epoch).
Everybody is logged out; API tokens, feed addresses and links in mails but invitations end. Passwords, codes, passkeys and
disabled accounts are as they were at the time of the backup: a recovery code used since works again. Browsers that saw
a later ledger show a warning.

  --yes  replace what is there without asking`,
  exitCodes: '0: restored. 2: nothing was changed, and why.',
  positionals: ['FILE'],
  options: { yes: { type: 'boolean' } },
  run: async ({ database: { pool }, env, values, positionals: [file = ''], print, note, confirm }) => {
    const path = resolve(file);
    note('Checking the backup …');
    const archive = await verifyArchive(path);
    assertRestorable(archive);
    const question = `The database has data. Replace all of it with the backup of ${archive.made_at}?`;
    if ((await hasData(pool)) && !values.yes && !(await confirm(question)))
      throw new CommandError('The database has data, so nothing was changed. Use --yes to replace it.');
    const target = { pool, store: createMediaStore(env), spool: getSpoolFolder(env) };
    await restoreBackup(target, path, archive, note);
    print(
      `Restored the backup of ${archive.made_at}: ${archive.tables.length} tables, ${archive.media} uploads.`,
      'Everybody is logged out, and API tokens and feed addresses have ended.',
      'Open pages reload. "verify-ledger" checks the ledger.',
      'Recovery codes used and passkeys removed since the backup sign in again: ask educators to look theirs over.',
    );
  },
});

const reset = defineCommand({
  name: 'reset-all',
  usage: '[--yes]',
  summary: 'Delete everything: users, ideas, messages, uploads, ledger',
  help: `Permanently deletes accounts, sessions and the sign-in log, ideas, rooms and messages, videos, profiles, preferences and
uploads. Only data of the deployment itself is kept, such as its keys.

The ledger is deleted too and starts again at number 1. A downloaded ledger can still be verified, and browsers warn that
the history has changed. Make a backup first.

The application may keep running; everybody is logged out. The demo is loaded into an embedded database on a loopback
address at the next start, unless DEMO=off.

  --yes  do not ask`,
  exitCodes: '0: deleted. 2: nothing was changed, and why.',
  options: { yes: { type: 'boolean' } },
  run: async ({ database, env, accounts, values, print, confirm }) => {
    const question = 'Permanently delete every account, idea, message and upload, and the ledger?';
    if (!values.yes && !(await confirm(question)))
      throw new CommandError('Nothing was removed. Answer yes, or give --yes.');
    await resetAll({ database, accounts, store: createMediaStore(env) });
    print(
      'Everything was removed. A new ledger starts with the next idea; the old one exists only in backups and downloads.',
      'Create the first accounts with "educators set" and "users invite".',
    );
  },
});

export const backupCommands = [backup, restore, reset];
