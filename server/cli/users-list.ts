import { roles } from '../../contract/auth.ts';
import { AccountsService } from '../accounts/accounts-service.ts';
import { isInvited } from '../accounts/links/account-links.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { formatTable, formatTime } from './table.ts';

const help = `npm run admin -- users list [--role customer|educator] [--disabled]

Lists accounts by email address. "invited" means that the invitation is not accepted yet, "no password" that only
passkeys sign in, if there are any.

  --role      only this role
  --disabled  only disabled accounts`;

type Account = Awaited<ReturnType<AccountsService['list']>>[number];

const getState = (row: Account): string => {
  if (row.disabledAt !== null) return `disabled since ${formatTime(row.disabledAt)}`;
  if (isInvited(row)) return 'invited';
  return row.passwordHash === null ? 'no password' : 'active';
};

/** Read and printed in pages, so that a list of 100,000 does not fill the memory. */
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
      throw new CommandError(`--role must be one of ${roles.join(', ')}, not ${values.role}.`);
    const accounts = new AccountsService(db, () => new Date());
    let count = 0;
    for (let after = ''; ; ) {
      const page = await accounts.list({ role, disabled: values.disabled }, PAGE, after);
      count += page.length;
      const rows = page.map((row) => [
        row.email,
        row.educatorId === null ? row.role : `educator ${row.educatorId}`,
        row.fullName,
        formatTime(row.createdAt),
        getState(row),
      ]);
      if (rows.length > 0)
        for (const line of formatTable(['EMAIL', 'ROLE', 'NAME', 'SINCE', 'STATE'], rows)) print(line);
      after = page.at(-1)?.email ?? '';
      if (page.length < PAGE) break;
    }
    print(count === 1 ? '1 account.' : `${count} accounts.`);
    return 0;
  },
};
