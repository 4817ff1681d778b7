import { OperatorLinksService } from '../accounts/links/operator-links-service.ts';
import type { Command } from './command.ts';
import { formatLink, printHelp, printOption } from './link-option.ts';
import { readArguments } from './read-arguments.ts';

export const usersResetLinkCommand: Command = {
  name: 'users reset-link',
  summary: 'Make a link with which somebody chooses a new password',
  help: `npm run admin -- users reset-link EMAIL [--print]

Makes a link for somebody who forgot their password. It works once, for 30 minutes, and replaces an earlier one. Their
sessions end when they use it. Make sure that you know whom you are talking to.

${printHelp}

  --print  print the link, do not send it

Exit code 0: made. 2: not made, and why.`,
  run: async ({ database: { db }, env, args, print }) => {
    const { values, positionals } = readArguments(args, { positionals: ['EMAIL'], options: printOption });
    const links = new OperatorLinksService(db, () => new Date(), env);
    const issued = await links.createResetLink(positionals[0] ?? '', links.chooseDelivery(values.print));
    for (const line of formatLink(issued, '30 minutes')) print(line);
    return 0;
  },
};
