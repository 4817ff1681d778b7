import { roles } from '../../contract/auth.ts';
import { AccountsService } from '../../server/accounts/accounts-service.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { tableLines, timeCell } from './table.ts';

const help = `npm run admin -- users list [--role customer|educator] [--disabled]

Lists the accounts by address. "no password" means that nobody can sign in to it.

  --role      only these
  --disabled  only those that "users disable" shut`;

/** As many are read and aligned at a time: a list of 100,000 fills no memory. */
const PAGE = 500;

export const usersListCommand: Command = {
  name: 'users list',
  summary: 'List the accounts',
  help,
  run: async ({ database: { db }, args, print }) => {
    const { values } = readArguments(args, {
      options: { role: { type: 'string' }, disabled: { type: 'boolean' } },
    });
    const role = roles.find((known) => known === values.role);
    if (values.role !== undefined && !role)
      throw new CommandError(`--role is one of ${roles.join(', ')}, not ${values.role}.`);
    const accounts = new AccountsService(db, () => new Date());
    let count = 0;
    for (let after = ''; ; ) {
      const page = await accounts.list({ role, disabled: values.disabled }, PAGE, after);
      count += page.length;
      const rows = page.map((row) => [
        row.email,
        row.educatorId === null ? row.role : `educator ${row.educatorId}`,
        row.fullName,
        timeCell(row.createdAt),
        row.disabledAt === null
          ? row.passwordHash === null
            ? 'no password'
            : 'active'
          : `disabled since ${timeCell(row.disabledAt)}`,
      ]);
      if (rows.length > 0)
        for (const line of tableLines(['E-MAIL', 'ROLE', 'NAME', 'SINCE', 'STATE'], rows)) print(line);
      after = page.at(-1)?.email ?? '';
      if (page.length < PAGE) break;
    }
    print(count === 1 ? '1 account.' : `${count} accounts.`);
    return 0;
  },
};
