import { exportPerson } from '../accounts/person-export.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- users export EMAIL

Prints all stored data of one user as JSON: the account, and by table every row that refers to it, including sign-ins and
network addresses. The Privacy Policy promises this on request.
Hashes of password and sessions and notification keys are left out, and the export says so. Uploads are listed by name;
each can be downloaded from /media/ followed by that name.

Into a file:  npm run --silent admin -- users export ann@example.org > ann.json

Exit code 0: printed. 2: there is no such account.`;

export const usersExportCommand: Command = {
  name: 'users export',
  summary: 'Print all stored data of one user as JSON',
  help,
  run: async ({ database: { pool }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL'], options: {} });
    const [email = ''] = positionals;
    print(JSON.stringify(await exportPerson(pool, { email }, new Date()), null, 2));
    return 0;
  },
};
