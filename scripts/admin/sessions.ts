import { AccessService } from '../../server/accounts/access-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { tableLines, timeCell } from './table.ts';

export const sessionsListCommand: Command = {
  name: 'sessions list',
  summary: 'List who is signed in',
  help: `npm run admin -- sessions list [EMAIL]

Lists the open sessions of one account, or of all, the one used last first. "USED" is exact to half an hour.`,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL?'], options: {} });
    const open = await new AccessService(db, () => new Date()).openSessions(positionals[0] ?? null);
    const rows = open.map(({ email, session }) => [
      email,
      timeCell(session.createdAt),
      timeCell(session.renewedAt),
      session.address,
      session.userAgent ?? '-',
    ]);
    for (const line of tableLines(['E-MAIL', 'SIGNED IN', 'USED', 'FROM', 'BROWSER'], rows)) print(line);
    print(open.length === 1 ? '1 open session.' : `${open.length} open sessions.`);
    return 0;
  },
};

export const sessionsRevokeCommand: Command = {
  name: 'sessions revoke',
  summary: 'Sign somebody out everywhere, or everyone',
  help: `npm run admin -- sessions revoke EMAIL
npm run admin -- sessions revoke --all

Ends every session of one account, or of all accounts. Live streams are closed within 5 seconds, in every process.
Whoever knows their password can sign in again: "users disable" and "users reset-password" prevent that.

Exit code 0: done, and how many there were. 2: there is no such account.`,
  run: async ({ database: { db }, args, print }) => {
    const { values, positionals } = readArguments(args, {
      positionals: ['EMAIL?'],
      options: { all: { type: 'boolean' } },
    });
    const [email] = positionals;
    if ((email === undefined) === (values.all !== true))
      throw new CommandError('Give either an address or --all.');
    const ended = await new AccessService(db, () => new Date()).revoke(email ?? null);
    print(`Sessions ended: ${ended}.`);
    return 0;
  },
};
