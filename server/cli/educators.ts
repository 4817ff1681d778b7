import { selectAccounts } from '../account/accounts-db.ts';
import { setEducator } from '../educators/educators-service.ts';
import { defineCommand } from './command.ts';
import { formatLink, printHelp, printOption } from './credentials.ts';
import { formatTime } from './table.ts';

/** More than there are ids. */
const ALL = 100;

const list = defineCommand({
  name: 'educators list',
  summary: 'List the educators by id',
  help: 'Lists the educators with id, name, address, specialty and profile path. Id 9 is test data that customers never see.',
  run: async ({ database: { db }, printTable }) => {
    const educators = await selectAccounts(db, { role: 'educator' }, ALL);
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
    printTable(['ID', 'NAME', 'EMAIL', 'SPECIALTY', 'PROFILE PATH', 'STATE'], rows);
  },
});

/** Undefined means unchanged, empty clears the value. */
const parseClearable = (text: string | undefined): string | null | undefined =>
  text === undefined ? undefined : text.trim() || null;

const set = defineCommand({
  name: 'educators set',
  usage: `ID [--email EMAIL] [--first-name NAME] [--last-name NAME] [--specialty TEXT]
                                  [--profile-path PATH] [--print]`,
  summary: 'Create or change an educator',
  help: `Creates the educator with this id (1 to 7), or changes an existing one; options left out stay unchanged. A new educator
needs an address and both names. --profile-path ada-wren is the page /educator/ada-wren; an empty value removes it, and
likewise a specialty. Ideas keep the name they were published under. Changes are visible within a minute.

A new educator is invited by a link to choose a password, for 7 days. Another address means another person: sessions,
password, passkeys, codes and links of the former one stop working, their private notes, templates and forecasts are deleted,
and the new one is invited. ${printHelp}

  --print  print the link, do not send it

Example: npm run admin -- educators set 1 --email ada@example.org --first-name Ada --last-name Wren --specialty "Swing Trading"`,
  positionals: ['ID'],
  options: {
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    specialty: { type: 'string' },
    'profile-path': { type: 'string' },
    ...printOption,
  },
  run: async ({ database: { db }, links, values, positionals: [id = ''], print }) => {
    const facts = {
      email: values.email,
      firstName: values['first-name'],
      lastName: values['last-name'],
      specialty: parseClearable(values.specialty),
      profilePath: parseClearable(values['profile-path']),
    };
    const educator = await setEducator(db, id, facts);
    print(`${educator.isNew ? 'Created' : 'Changed'} educator ${id} (${educator.email}).`);
    if (educator.hasNewOwner) print('Nothing of the former person signs in any more.');
    if (!educator.isNew && !educator.hasNewOwner) return;
    const issued = await links.invite({ email: educator.email }, links.chooseDelivery(values.print));
    print(...formatLink(issued, '7 days'));
  },
});

const enrol = defineCommand({
  name: 'educators enrol',
  usage: 'ID [--print]',
  summary: 'Let an educator set up password and second factor anew, by a link',
  help: `Ends sessions, password, passkeys and codes of the educator, and makes a link to set the account up again, once, for 7 days.
With EDUCATOR_SECOND_FACTOR=required the first second factor is added after such a link only, never after a password alone.

${printHelp}

  --print  print the link, do not send it`,
  positionals: ['ID'],
  options: printOption,
  run: async ({ links, values, positionals: [id = ''], print }) => {
    print(...formatLink(await links.enrol(id, links.chooseDelivery(values.print)), '7 days'));
  },
});

export const educatorsCommands = [list, set, enrol];
