import { AccountsService } from '../accounts/accounts-service.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

export const usersDisableCommand: Command = {
  name: 'users disable',
  summary: 'Disable an account: its sessions end within 5 seconds, and nobody can sign in to it',
  help: `npm run admin -- users disable EMAIL

Disables an account. All its sessions end, and open live streams close within 5 seconds, in every process.
Published content stays. A disabled educator is removed from the list of educators and the allow-list.
"users enable" reverts it.

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
  summary: 'Enable a disabled account',
  help: `npm run admin -- users enable EMAIL

Enables an account that "users disable" disabled, with its previous password.

Exit code 0: the account is enabled. 2: there is no such account.`,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL'], options: {} });
    const [email = ''] = positionals;
    await new AccountsService(db, () => new Date()).enable(email);
    print(`Enabled ${email}.`);
    return 0;
  },
};
