import { AccountsService } from '../accounts/accounts-service.ts';
import { setEducator } from '../accounts/educators-service.ts';
import { type Command, CommandError } from './command.ts';
import { formatPassword, passwordHelp, passwordOption, readPassword } from './password-option.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- users add EMAIL --first-name NAME --last-name NAME [--educator-id N] [--password-stdin]

Adds a customer, or an educator with --educator-id (1 to 7). Use "educators set" for an educator's specialty and profile
path, and to change an existing educator.

${passwordHelp}

Example: npm run admin -- users add ann@example.org --first-name Ann --last-name Lee

Exit code 0: added. 2: not added, and why.`;

export const usersAddCommand: Command = {
  name: 'users add',
  summary: 'Add a customer or an educator',
  help,
  run: async ({ database: { db }, args, print, ...context }) => {
    const { values, positionals } = readArguments(args, {
      positionals: ['EMAIL'],
      options: {
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        'educator-id': { type: 'string' },
        ...passwordOption,
      },
    });
    const { 'first-name': firstName, 'last-name': lastName, 'educator-id': educatorId } = values;
    if (firstName === undefined || lastName === undefined)
      throw new CommandError('--first-name and --last-name are required. See --help.');
    const password = await readPassword(values['password-stdin'], context);
    const person = { email: positionals[0] ?? '', firstName, lastName };
    const added =
      educatorId === undefined
        ? await new AccountsService(db, () => new Date()).addCustomer(person, password)
        : await setEducator(db, educatorId, person, { password, mustBeNew: true });
    print(`Added ${educatorId === undefined ? 'customer' : `educator ${educatorId}`} ${added.email}.`);
    for (const line of formatPassword(added.password)) print(line);
    return 0;
  },
};
