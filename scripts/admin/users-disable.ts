import { AccountsService } from '../../server/accounts/accounts-service.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

export const usersDisableCommand: Command = {
  name: 'users disable',
  summary: 'Shut an account: its sessions end within 5 seconds, and nobody can sign in to it',
  help: `npm run admin -- users disable EMAIL

Shuts an account. Every session of it ends, and open live streams are closed within 5 seconds, in every process.
What the person wrote or published stays. A disabled educator leaves the list of educators and the allow-list.
"users enable" takes it back.

Exit code 0: the account is disabled. 2: there is no such account.`,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL'], options: {} });
    const [email = ''] = positionals;
    const ended = await new AccountsService(db, () => new Date()).disable(email);
    print(`Disabled ${email}. Sessions ended: ${ended}.`);
    return 0;
  },
};

export const usersEnableCommand: Command = {
  name: 'users enable',
  summary: 'Open a disabled account again',
  help: `npm run admin -- users enable EMAIL

Opens an account again that "users disable" shut, with the password it had.

Exit code 0: the account is open. 2: there is no such account.`,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL'], options: {} });
    const [email = ''] = positionals;
    await new AccountsService(db, () => new Date()).enable(email);
    print(`Enabled ${email}.`);
    return 0;
  },
};
