import { AccountsService } from '../accounts/accounts-service.ts';
import { setEducator } from '../accounts/educators-service.ts';
import { OperatorLinksService } from '../accounts/links/operator-links-service.ts';
import { type Command, CommandError } from './command.ts';
import { formatLink, printOption } from './link-option.ts';
import { formatPassword, passwordHelp, passwordOption, readPassword } from './password-option.ts';
import { readArguments } from './read-arguments.ts';
import { formatTable, formatTime } from './table.ts';

/** More than there are ids. */
const ALL = 100;

export const educatorsListCommand: Command = {
  name: 'educators list',
  summary: 'List the educators by id',
  help: `npm run admin -- educators list

Lists the educators with id, name, address, specialty and profile path. Id 9 is test data that customers never see.`,
  run: async ({ database: { db }, args, print }) => {
    readArguments(args, { options: {} });
    const educators = await new AccountsService(db, () => new Date()).list({ role: 'educator' }, ALL);
    const rows = educators
      .toSorted((a, b) => Number(a.educatorId) - Number(b.educatorId))
      .map((row) => [
        row.educatorId ?? '',
        row.fullName,
        row.email,
        row.specialty ?? '-',
        row.profilePath ?? '-',
        row.disabledAt === null ? 'active' : `disabled since ${formatTime(row.disabledAt)}`,
      ]);
    for (const line of formatTable(['ID', 'NAME', 'EMAIL', 'SPECIALTY', 'PROFILE PATH', 'STATE'], rows))
      print(line);
    return 0;
  },
};

const help = `npm run admin -- educators set ID [--email EMAIL] [--first-name NAME] [--last-name NAME] [--specialty TEXT]
                                  [--profile-path PATH] [--password-stdin | --invite [--print]]

Creates the educator with this id (1 to 7), or changes an existing one; options left out stay unchanged. A new educator
needs an address and both names. --profile-path ada-wren is the page /educator/ada-wren; an empty value removes it, and
likewise a specialty. Ideas keep the name they were published under. Changes are visible within a minute.

${passwordHelp}
Only a new educator gets one here: "users reset-password" changes it later.

  --invite  invite the educator instead, by a link to choose a password, for 7 days. It is sent by mail where SMTP_URL is
            set, and printed otherwise
  --print   print the link, do not send it

Example: npm run admin -- educators set 1 --email ada@example.org --first-name Ada --last-name Wren --specialty "Swing Trading"

Exit code 0: done. 2: not done, and why.`;

/** Undefined means unchanged, empty clears the value. */
const parseClearable = (text: string | undefined): string | null | undefined =>
  text === undefined ? undefined : text.trim() || null;

export const educatorsSetCommand: Command = {
  name: 'educators set',
  summary: 'Create or change an educator',
  help,
  run: async ({ database: { db }, env, args, print, ...context }) => {
    const { values, positionals } = readArguments(args, {
      positionals: ['ID'],
      options: {
        email: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        specialty: { type: 'string' },
        'profile-path': { type: 'string' },
        ...passwordOption,
        invite: { type: 'boolean' },
        ...printOption,
      },
    });
    const [id = ''] = positionals;
    const facts = {
      email: values.email,
      firstName: values['first-name'],
      lastName: values['last-name'],
      specialty: parseClearable(values.specialty),
      profilePath: parseClearable(values['profile-path']),
    };
    if (values.invite && values['password-stdin'])
      throw new CommandError('--invite and --password-stdin exclude each other.');
    if (values.print && !values.invite) throw new CommandError('--print belongs to --invite. See --help.');
    const password = await readPassword(values['password-stdin'], context);
    const set = await setEducator(db, id, facts, { password, isInvited: values.invite === true });
    print(`${set.isNew ? 'Created' : 'Changed'} educator ${id} (${set.email}).`);
    for (const line of formatPassword(set.password)) print(line);
    if (!values.invite) return 0;
    const links = new OperatorLinksService(db, () => new Date(), env);
    const issued = await links.invite({ email: set.email }, links.chooseDelivery(values.print));
    for (const line of formatLink(issued, '7 days')) print(line);
    return 0;
  },
};
