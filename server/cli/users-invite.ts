import { OperatorLinksService } from '../accounts/links/operator-links-service.ts';
import type { Command } from './command.ts';
import { formatLink, printHelp, printOption } from './link-option.ts';
import { readArguments } from './read-arguments.ts';

const help = `npm run admin -- users invite EMAIL [--first-name NAME] [--last-name NAME] [--print]

Adds a customer without a password, and invites them by a link to choose name and password. It works once, for 7 days.
For somebody who has not accepted yet, customer or educator, it makes a new link, which replaces the one before.
"educators set ID --invite" adds an educator this way.

${printHelp}

  --first-name, --last-name  names to begin with; the person can change them
  --print                    print the link, do not send it

Example: npm run admin -- users invite ann@example.org

Exit code 0: invited. 2: not invited, and why.`;

export const usersInviteCommand: Command = {
  name: 'users invite',
  summary: 'Invite a customer by a link, or invite somebody again',
  help,
  run: async ({ database: { db }, env, args, print }) => {
    const { values, positionals } = readArguments(args, {
      positionals: ['EMAIL'],
      options: { 'first-name': { type: 'string' }, 'last-name': { type: 'string' }, ...printOption },
    });
    const links = new OperatorLinksService(db, () => new Date(), env);
    const person = {
      email: positionals[0] ?? '',
      firstName: values['first-name'],
      lastName: values['last-name'],
    };
    const issued = await links.invite(person, links.chooseDelivery(values.print));
    print(`Invited ${issued.email}.`);
    for (const line of formatLink(issued, '7 days')) print(line);
    return 0;
  },
};
