import { AccessService } from '../accounts/access-service.ts';
import { authEvents } from '../database/schema.ts';
import { type Command, CommandError } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { formatTable, formatTime } from './table.ts';

const kinds = authEvents.kind.enumValues;

const help = `npm run admin -- auth-log [--email EMAIL] [--kind KIND] [--since WHEN] [--limit N] [--before NUMBER]

Shows the sign-in log, newest first. Refused attempts of one network are counted in one row; an email without an account
is shown as unknown: and a code that is the same for the same email.

  --email   only attempts with this address
  --kind    only one of ${kinds.join(', ')}
  --since   a time such as 2026-11-20 or 2026-11-20T08:00Z, or an age such as 90m, 24h or 7d
  --limit   maximum number of events (default 50, up to 1000)
  --before  the next page: only events with a smaller id

Exit code 0, even if there is nothing to show.`;

const AGE_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const authLogCommand: Command = {
  name: 'auth-log',
  summary: 'Show the sign-in log',
  help,
  run: async ({ database: { db }, args, print }) => {
    const { values } = readArguments(args, {
      options: {
        email: { type: 'string' },
        kind: { type: 'string' },
        since: { type: 'string' },
        limit: { type: 'string', default: '50' },
        before: { type: 'string' },
      },
    });
    const limit = parseNumber('--limit', values.limit);
    if (limit < 1 || limit > 1000) throw new CommandError('--limit must be a number from 1 to 1000.');
    const filter = {
      email: values.email,
      kind: values.kind === undefined ? undefined : parseKind(values.kind),
      since: values.since === undefined ? undefined : parseTime(values.since),
      before: values.before === undefined ? undefined : BigInt(parseNumber('--before', values.before)),
    };
    const events = await new AccessService(db, () => new Date()).authLog(filter, limit);
    const rows = events.map((event) => [
      String(event.id),
      formatTime(event.at),
      event.kind,
      String(event.attempts),
      event.email ?? '-',
      event.selectedRole ?? '-',
      event.address,
      event.userAgent ?? '-',
    ]);
    for (const line of formatTable(['NUMBER', 'AT', 'KIND', 'COUNT', 'EMAIL', 'AS', 'FROM', 'BROWSER'], rows))
      print(line);
    const last = events.at(-1);
    if (last && events.length === limit) print(`Next page: repeat with --before ${last.id}`);
    return 0;
  },
};

const parseNumber = (option: string, text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`${option} must be a whole number, not ${text}.`);
  return Number(text);
};

const parseKind = (text: string) => {
  const kind = kinds.find((known) => known === text);
  if (!kind) throw new CommandError(`--kind must be one of ${kinds.join(', ')}, not ${text}.`);
  return kind;
};

const parseTime = (text: string): Date => {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(Date.now() - Number(count) * AGE_MS[unit as keyof typeof AGE_MS]);
  const at = /^\d{4}-/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new CommandError(`--since must be a time such as 2026-11-20 or an age such as 24h, not ${text}.`);
  return at;
};
