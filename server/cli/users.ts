import { roles } from '../../contract/account/auth.ts';
import { selectAccounts } from '../account/accounts-db.ts';
import { isInvited } from '../account/links/account-links.ts';
import { exportPerson } from '../account/person-export.ts';
import type { UserRow } from '../account/users/users-db.ts';
import { createMediaService } from '../media/create-media-service.ts';
import { CommandError, defineCommand } from './command.ts';
import { formatTime } from './table.ts';
import { usersImport } from './users-import.ts';

const getState = (row: UserRow): string => {
  if (row.disabledAt !== null) return `disabled since ${formatTime(row.disabledAt)}`;
  if (isInvited(row)) return 'invited';
  return row.passwordHash === null ? 'no password' : 'active';
};

/** Read and printed in pages, so that a list of 100,000 does not fill the memory. */
const PAGE = 500;

const list = defineCommand({
  name: 'users list',
  usage: '[--role customer|educator] [--disabled]',
  summary: 'List the accounts',
  help: `Lists accounts by email address. "invited" means that the invitation is not accepted yet, "no password" that only
passkeys sign in, if there are any.

  --role      only this role
  --disabled  only disabled accounts`,
  options: { role: { type: 'string' }, disabled: { type: 'boolean' } },
  run: async ({ database: { db }, values, print, printTable }) => {
    const role = roles.find((known) => known === values.role);
    if (values.role !== undefined && !role)
      throw new CommandError(`--role must be one of ${roles.join(', ')}, not ${values.role}.`);
    let count = 0;
    for (let after = ''; ; ) {
      const page = await selectAccounts(db, { role, disabled: values.disabled }, PAGE, after);
      count += page.length;
      const rows = page.map((row) => [
        row.email,
        row.educatorId === null ? row.role : `educator ${row.educatorId}`,
        row.fullName,
        formatTime(row.createdAt),
        getState(row),
      ]);
      if (rows.length > 0) printTable(['EMAIL', 'ROLE', 'NAME', 'SINCE', 'STATE'], rows);
      after = page.at(-1)?.email ?? '';
      if (page.length < PAGE) break;
    }
    print(count === 1 ? '1 account.' : `${count} accounts.`);
  },
});

const disable = defineCommand({
  name: 'users disable',
  summary: 'Disable an account: its sessions end within 5 seconds, and nobody can sign in to it',
  help: `Disables an account. All its sessions end, and open live streams close within 5 seconds, in every process.
Published content stays. A disabled educator is removed from the list of educators and the allow-list.
"users enable" reverts it.`,
  positionals: ['EMAIL'],
  run: async ({ accounts, positionals: [email = ''], print }) => {
    print(`Disabled ${email}. Sessions ended: ${await accounts.disable(email)}.`);
  },
});

const enable = defineCommand({
  name: 'users enable',
  summary: 'Enable a disabled account',
  help: `Enables an account that "users disable" disabled, with its previous password. One that "This wasn't me" locked has no
password, passkeys and codes any more: "users invite" follows.`,
  positionals: ['EMAIL'],
  run: async ({ accounts, positionals: [email = ''], print }) => {
    await accounts.enable(email);
    print(`Enabled ${email}.`);
  },
});

const changeEmail = defineCommand({
  name: 'users change-email',
  summary: 'Change the address of a customer',
  help: `Changes the address that a customer signs in with. The password stays. Make sure that it is really them who ask. Where mail
is set up, customers change it themselves.`,
  positionals: ['EMAIL', 'NEW-EMAIL'],
  run: async ({ accounts, positionals: [before = '', after = ''], print }) => {
    print(`Changed ${before} to ${await accounts.changeEmail(before, after)}.`);
  },
});

const resetSecondFactor = defineCommand({
  name: 'users reset-second-factor',
  summary: 'Remove the codes and passkeys of somebody who lost them',
  help: `For somebody who lost the phone: switches codes from an app off, removes all passkeys, and ends all sessions, so that
the password is enough again; where a second factor is required, use "educators enrol" instead. Make sure that it is really
them who ask.`,
  exitCodes: '0: done. 1: there was nothing to remove. 2: there is no such account.',
  positionals: ['EMAIL'],
  run: async ({ accounts, positionals: [email = ''], print }) => {
    const ended = await accounts.resetSecondFactor(email);
    print(
      ended === null
        ? `${email} has neither codes nor passkeys.`
        : `Removed the codes and passkeys of ${email}. Sessions ended: ${ended}.`,
    );
    return ended === null ? 1 : undefined;
  },
});

const exportData = defineCommand({
  name: 'users export',
  summary: 'Print all stored data of one user as JSON',
  help: `Prints all stored data of one user as JSON: the account, and by table every row that refers to it, including sign-ins and
network addresses. The Privacy Policy promises this on request.
Hashes of password and sessions and notification keys are left out, and the export says so. Uploads are listed by name;
each can be downloaded from /media/ followed by that name.

Into a file:  npm run --silent admin -- users export ann@example.org > ann.json`,
  positionals: ['EMAIL'],
  run: async ({ database: { pool }, clock, positionals: [email = ''], print }) => {
    print(JSON.stringify(await exportPerson(pool, { email }, clock()), null, 2));
  },
});

const remove = defineCommand({
  name: 'users delete',
  usage: 'EMAIL [--yes]',
  summary: 'Permanently delete a user and all their data',
  help: `Permanently deletes a user: the account, sessions, profile, picture, preferences and everything else that belongs to it.
Browsers that have shown the picture may keep it in their cache. The sign-in log keeps anonymous events, without email or network address.
Run "users export" first if the person asked for their data.

An educator who has published can't be deleted, because customers followed the ideas and the ledger contains them. Use
"users disable" to end their access.

Earlier backups still contain the user's data.

  --yes  do not ask`,
  positionals: ['EMAIL'],
  options: { yes: { type: 'boolean' } },
  run: async ({
    database: { db },
    env,
    clock,
    accounts,
    values,
    positionals: [email = ''],
    print,
    confirm,
  }) => {
    if (!values.yes && !(await confirm(`Permanently delete ${email} and all their data?`)))
      throw new CommandError('Nothing was removed. Answer yes, or give --yes.');
    await accounts.delete(email);
    await createMediaService(db, env, clock).removeOfDeletedAccounts();
    print(`Removed ${email}.`);
  },
});

export const usersCommands = [
  usersImport,
  list,
  disable,
  enable,
  changeEmail,
  resetSecondFactor,
  exportData,
  remove,
];
