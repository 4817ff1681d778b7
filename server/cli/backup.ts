import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeBackup } from '../backup/write-backup.ts';
import { createMediaStore } from '../media/create-media-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- backup FILE

Writes the whole deployment into one file (tar.gz): all tables in one snapshot, and all uploads from the
configured folder or bucket. The application may keep running and is not blocked.

The file contains all user data and password hashes, so only its owner may read it (mode 0600). It appears under its
name once it is complete. An existing file is not overwritten. The manifest, the last entry, has the SHA-256 of every
entry, so a truncated file is recognised.

  DATABASE_URL, DATA_DIR and the S3_ settings must be those of the application.

Example: npm run --silent admin -- backup /backups/chartlark-$(date +%F).tar.gz

Exit code 0: written. 2: not written, and why.`;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write database and uploads to one file',
  help,
  run: async ({ database: { pool }, env, args, print, note }) => {
    const { positionals } = readArguments(args, { positionals: ['FILE'], options: {} });
    const path = resolve(positionals[0] ?? '');
    if (await exists(path)) throw new CommandError(`${path} already exists.`);
    const source = { pool, store: createMediaStore(env), clock: () => new Date() };
    const {
      tables,
      media,
      missing_media: missing,
    } = await writeBackup(source, path, note).catch(explain(path));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(`Wrote ${path}: ${rows} rows of ${tables.length} tables, ${media} uploads.`);
    if (missing.length > 0) print(`Uploads without content, left out: ${missing.join(', ')}`);
    return 0;
  },
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const explain = (path: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EEXIST')
    throw new CommandError(
      `${path}.partial exists: another backup is running or was interrupted. Remove the file if none is running.`,
    );
  if (error.code === 'ENOENT' && error.syscall === 'open')
    throw new CommandError(`The folder of ${path} does not exist.`);
  throw error;
};
