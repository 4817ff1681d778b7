import { EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import { markets } from '../../contract/ideas/markets.ts';
import { destinationKinds, outwardEvents } from '../../contract/outward/idea-posts.ts';
import { ADMIN_COMMAND } from '../account/sessions/revoke-sessions.ts';
import { OutboundConnections } from '../notifications/transport/connections.ts';
import { publicEndpoints } from '../notifications/transport/endpoint-policy.ts';
import { DestinationsService } from '../outward/destinations-service.ts';
import { type CommandContext, CommandError, defineCommand } from './command.ts';
import { formatTime } from './table.ts';

const createService = ({ database: { db }, clock, env }: CommandContext) => {
  const connections = new OutboundConnections(publicEndpoints, { keepAlive: false });
  return new DestinationsService({ db, clock, env, connections, actor: ADMIN_COMMAND });
};

/** A comma-separated list of an option. */
const choose = <T extends string>(text: string, options: readonly T[], what: string): T[] =>
  text.split(',').map((word) => {
    const found = options.find((option) => option === word);
    if (!found) throw new CommandError(`${what} must be of ${options.join(', ')}, not "${word}".`);
    return found;
  });

const text = { type: 'string' } as const;

const add = defineCommand({
  name: 'destinations add',
  usage: 'KIND NAME [--chat CHAT] [--events LIST] [--markets LIST] [--educators LIST] [--without-levels]',
  summary: 'Post ideas to a messaging group',
  help: `Posts ideas from now on. KIND is one of ${destinationKinds.join(', ')}.
The first line of the standard input is the secret: the token of a Telegram bot, or the address of the incoming webhook of Discord
or Slack, or of a program. It is stored encrypted with OUTWARD_KEY, and never shown again.

  npm run admin -- destinations add telegram "Main group" --chat @my_group < token.txt

  --chat  Telegram: the group, such as @name or -1001234567890
  --events  some of ${outwardEvents.join(', ')}; all but message if left out
  --markets  Forex, Crypto or both; both if left out
  --educators  ids of educators, such as 1,3; all if left out
  --without-levels  posts have no prices`,
  positionals: ['KIND', 'NAME'],
  options: {
    chat: text,
    events: text,
    markets: text,
    educators: text,
    'without-levels': { type: 'boolean' },
  },
  run: async ({ values, positionals: [kind = '', name = ''], ...context }) => {
    const { chat, events, educators } = values;
    const [knownKind = 'webhook'] = choose(kind, destinationKinds, 'KIND');
    const readSecret = () => {
      context.note(kind === 'telegram' ? 'The token of the bot:' : 'The address of the webhook:');
      return context.readLine();
    };
    const given = {
      ...{ kind: knownKind, name, chat, showsLevels: !values['without-levels'] },
      events: choose(events ?? 'published,changed,step,closed', outwardEvents, '--events'),
      markets: choose(values.markets ?? markets.join(), markets, '--markets'),
      educators: educators === undefined ? null : choose(educators, EDUCATOR_IDS, '--educators'),
    };
    const signingKey = await createService(context).add(given, readSecret);
    context.print(`Added destination "${name}". "destinations test" posts a test.`);
    if (signingKey)
      context.print(`Signing key: ${signingKey}`, 'It is shown only once. Give it to the receiver.');
  },
});

const list = defineCommand({
  name: 'destinations list',
  summary: 'List where ideas are posted',
  help: 'Lists destinations by name, what each wants, and its state.',
  run: async (context) => {
    const rows = await createService(context).list();
    context.printTable(
      ['NAME', 'KIND', 'TARGET', 'EVENTS', 'MARKETS', 'EDUCATORS', 'LEVELS', 'SINCE', 'STATE'],
      rows.map((row) => [
        ...[row.name, row.kind, row.target, row.events.join(), row.markets.join()],
        ...[row.educators?.join() ?? 'all', row.showsLevels ? 'yes' : 'no', formatTime(row.createdAt)],
        [row.hasKey ? row.state : 'key missing', row.reason].filter(Boolean).join(': '),
      ]),
    );
  },
});

/** A command about one destination. */
const defineOne = (
  verb: 'test' | 'pause' | 'resume' | 'remove',
  done: string,
  summary: string,
  help: string,
) =>
  defineCommand({
    name: `destinations ${verb}`,
    summary,
    help,
    positionals: ['NAME'],
    run: async ({ positionals: [name = ''], ...context }) => {
      await createService(context)[verb](name);
      context.print(`${done} "${name}".`);
    },
  });

export const destinationsCommands = [
  add,
  list,
  defineOne('test', 'Posted a test to', 'Post a test', 'Posts a test now, and says what came of it.'),
  defineOne(
    'pause',
    'Paused',
    'Post nothing for a while',
    'Posts nothing until resumed. What waits is given up.',
  ),
  defineOne('resume', 'Resumed', 'Post again', 'Posts what happens from now on, also where it was disabled.'),
  defineOne(
    'remove',
    'Removed',
    'Remove a destination',
    'Removes its secret too. What was posted stays there.',
  ),
];
