import { AccessService } from '../accounts/access-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { formatTable, formatTime } from './table.ts';

export const sessionsListCommand: Command = {
  name: 'sessions list',
  summary: 'List who is signed in',
  help: `npm run admin -- sessions list [EMAIL]

Lists the open sessions of one account, or of all, last used first. "USED" is accurate to half an hour.`,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['EMAIL?'], options: {} });
    const open = await new AccessService(db, () => new Date()).openSessions(positionals[0] ?? null);
    const rows = open.map(({ email, session }) => [
      email,
      formatTime(session.createdAt),
      formatTime(session.renewedAt),
      session.address,
      session.userAgent ?? '-',
    ]);
    for (const line of formatTable(['EMAIL', 'SIGNED IN', 'USED', 'FROM', 'BROWSER'], rows)) print(line);
    print(open.length === 1 ? '1 open session.' : `${open.length} open sessions.`);
    return 0;
  },
};

export const sessionsRevokeCommand: Command = {
  name: 'sessions revoke',
  summary: 'Sign out one account or everyone',
  help: `npm run admin -- sessions revoke EMAIL
npm run admin -- sessions revoke --all

Ends every session of one account, or of all accounts. Live streams are closed within 5 seconds, in every process.
Users can sign in again with their password; "users disable" and "users reset-password" prevent that.

Exit code 0: done; prints the number of sessions. 2: there is no such account.`,
  run: async ({ database: { db }, args, print }) => {
    const { values, positionals } = readArguments(args, {
      positionals: ['EMAIL?'],
      options: { all: { type: 'boolean' } },
    });
    const [email] = positionals;
    if ((email === undefined) === (values.all !== true))
      throw new CommandError('Give either an email address or --all.');
    const ended = await new AccessService(db, () => new Date()).revoke(email ?? null);
    print(`Sessions ended: ${ended}.`);
    return 0;
  },
};
