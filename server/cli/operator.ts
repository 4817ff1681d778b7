import { OperatorsService } from '../operator/operators-service.ts';
import { defineCommand } from './command.ts';

const link = defineCommand({
  name: 'operator link',
  summary: "Print a link to the operator's page",
  help: `Prints a link to the page on which people, groups and the system are looked after. It works once, for 15 minutes, and
opens a session of 8 hours. On the page a passkey can be added, so that no link is needed again. NAME is whom the log names.

Example: npm run --silent admin -- operator link Ada`,
  positionals: ['NAME'],
  run: async ({ database: { db }, env, clock, positionals: [name = ''], print }) => {
    print(await new OperatorsService(db, clock, env).createLink(name));
  },
});

const end = defineCommand({
  name: 'operator end',
  summary: "End an operator's access: links, sessions and passkeys",
  help: 'Ends all links and sessions with this name at once, and removes its passkeys.',
  exitCodes: '0: done. 1: there was nothing to end. 2: not done, and why.',
  positionals: ['NAME'],
  run: async ({ database: { db }, env, clock, positionals: [name = ''], print }) => {
    const { tokens, passkeys } = await new OperatorsService(db, clock, env).end(name);
    print(`Links and sessions ended: ${tokens}. Passkeys removed: ${passkeys}.`);
    return tokens + passkeys === 0 ? 1 : undefined;
  },
});

export const operatorCommands = [link, end];
