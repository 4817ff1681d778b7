import { exportPerson } from '../../server/operations/person-export.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- users export EMAIL

Prints everything that is stored of one person as JSON: the account, and by table every row that names them, sign-ins
and network addresses included. It is what the Privacy Policy promises to whoever asks.
The hashes of password and sessions and the keys of notifications are withheld, and the export says so. Uploads stand in
it by name; each can be fetched from /media/ followed by that name.

Into a file:  npm run --silent admin -- users export ann@example.org > ann.json

Exit code 0: printed. 2: there is no such account.`;

export const usersExportCommand: Command = {
  name: 'users export',
  summary: 'Print everything that is stored of one person, as JSON',
  help,
  run: async ({ database: { pool }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL'], options: {} });
    const [email = ''] = positionals;
    print(JSON.stringify(await exportPerson(pool, email, new Date()), null, 2));
    return 0;
  },
};
