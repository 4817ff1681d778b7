import { selectAuthEvents } from '../account/accounts-db.ts';
import { authEvents } from '../database/schema.ts';
import { CommandError, defineCommand } from './command.ts';
import { formatTime } from './table.ts';

const list = defineCommand({
  name: 'sessions list',
  usage: '[EMAIL]',
  summary: 'List who is signed in',
  help: 'Lists the open sessions of one account, or of all, last used first. "USED" is accurate to half an hour.',
  positionals: ['EMAIL?'],
  run: async ({ accounts, positionals: [email = null], print, printTable }) => {
    const open = await accounts.openSessions(email);
    printTable(
      ['EMAIL', 'SIGNED IN', 'USED', 'FROM', 'BROWSER'],
      open.map(({ email, session }) => [
        email,
        formatTime(session.createdAt),
        formatTime(session.renewedAt),
        session.address,
        session.userAgent ?? '-',
      ]),
    );
    print(open.length === 1 ? '1 open session.' : `${open.length} open sessions.`);
  },
});

const revoke = defineCommand({
  name: 'sessions revoke',
  usage: 'EMAIL | --all',
  summary: 'Log out one account or everyone',
  help: `Ends every session of one account, or of all accounts. Live streams are closed within 5 seconds, in every process.
Users can sign in again with their password; "users disable" prevents that.`,
  positionals: ['EMAIL?'],
  options: { all: { type: 'boolean' } },
  run: async ({ accounts, values, positionals: [email = null], print }) => {
    if ((email === null) === (values.all !== true))
      throw new CommandError('Give either an email address or --all.');
    print(`Sessions ended: ${await accounts.endSessions(email)}.`);
  },
});

const kinds = authEvents.kind.enumValues;
const AGE_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const parseNumber = (option: string, text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`${option} must be a whole number, not ${text}.`);
  return Number(text);
};

const parseKind = (text: string) => {
  const kind = kinds.find((known) => known === text);
  if (!kind) throw new CommandError(`--kind must be one of ${kinds.join(', ')}, not ${text}.`);
  return kind;
};

const parseTime = (text: string, now: Date): Date => {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined)
    return new Date(now.getTime() - Number(count) * AGE_MS[unit as keyof typeof AGE_MS]);
  const at = /^\d{4}-/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new CommandError(`--since must be a time such as 2026-11-20 or an age such as 24h, not ${text}.`);
  return at;
};

const authLog = defineCommand({
  name: 'auth-log',
  usage: '[--email EMAIL] [--kind KIND] [--since WHEN] [--limit N] [--before NUMBER]',
  summary: 'Show the sign-in log',
  help: `Shows the sign-in log, newest first. Refused attempts of one network are counted in one row; an email without an account
is shown as unknown: and a code that is the same for the same email.

  --email   only attempts with this address
  --kind    only one of ${kinds.join(', ')}
  --since   a time such as 2026-11-20 or 2026-11-20T08:00Z, or an age such as 90m, 24h or 7d
  --limit   maximum number of events (default 50, up to 1000)
  --before  the next page: only events with a smaller id`,
  options: {
    email: { type: 'string' },
    kind: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string', default: '50' },
    before: { type: 'string' },
  },
  run: async ({ database: { db }, clock, values, print, printTable }) => {
    const limit = parseNumber('--limit', values.limit);
    if (limit < 1 || limit > 1000) throw new CommandError('--limit must be a number from 1 to 1000.');
    const filter = {
      email: values.email,
      kind: values.kind === undefined ? undefined : parseKind(values.kind),
      since: values.since === undefined ? undefined : parseTime(values.since, clock()),
      before: values.before === undefined ? undefined : BigInt(parseNumber('--before', values.before)),
    };
    const events = await selectAuthEvents(db, filter, limit);
    printTable(
      ['NUMBER', 'AT', 'KIND', 'COUNT', 'EMAIL', 'AS', 'FROM', 'BROWSER'],
      events.map((event) => [
        String(event.id),
        formatTime(event.at),
        event.kind,
        String(event.attempts),
        event.email ?? event.subject ?? '-',
        event.selectedRole ?? '-',
        event.operator === null ? event.address : `${event.address}: ${event.operator}`,
        event.userAgent ?? '-',
      ]),
    );
    const last = events.at(-1);
    if (last && events.length === limit) print(`Next page: repeat with --before ${last.id}`);
  },
});

export const sessionsCommands = [list, revoke, authLog];
