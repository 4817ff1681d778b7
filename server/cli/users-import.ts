import { readFile } from 'node:fs/promises';
import { formatCount } from '../../contract/record/format-record.ts';
import { formatCsvLine } from '../../contract/shared/csv.ts';
import { type CustomerImport, parseCustomerFile } from '../account/customer-import.ts';
import { CommandError, defineCommand } from './command.ts';
import { printOption } from './credentials.ts';

const printCsv = (print: (line: string) => void, header: string[], rows: string[][]) => {
  for (const row of [header, ...rows]) print(formatCsvLine(row));
};

export const usersImport = defineCommand({
  name: 'users import',
  usage: 'FILE [--encoding NAME] [--invite [--print]]',
  summary: 'Add customers from a CSV file, all or none',
  help: `Adds customers from a CSV file with a header of the columns email, first_name and last_name, in any order. UTF-8 and
UTF-16, commas, semicolons, tabs and bars are recognised.
All of them are added, or none: every invalid line is reported, and nothing is written until all are valid.

Each account gets a generated password. Passwords are printed as CSV (email, password), only once:

  npm run --silent admin -- users import customers.csv > passwords.csv

The hash of a password takes about 50 ms, so 1,000 customers take about a minute.

  --encoding  the file's encoding, such as windows-1252, if it is not UTF-8 or UTF-16
  --invite  invite them instead: links to choose name and password, for 7 days, are sent by mail where SMTP_URL is set,
            and printed as CSV (email, link) otherwise
  --print   print the links, do not send them`,
  exitCodes: '0: all were added. 1: none was, and the errors are listed. 2: the file cannot be read.',
  positionals: ['FILE'],
  options: { encoding: { type: 'string' }, invite: { type: 'boolean' }, ...printOption },
  run: async ({ accounts, links, values, positionals: [path = ''], print, note }) => {
    if (values.print && !values.invite) throw new CommandError('--print belongs to --invite. See --help.');
    const { rows, problems } = await readCustomers(path, values.encoding);
    const people = await accounts.checkTaken(rows);
    const wrong = people.filter(({ problem }) => problem !== null);
    const errors = [...wrong.map(({ line, problem }) => `line ${line}: ${problem}`), ...problems];
    if (errors.length > 0) {
      for (const error of errors) print(error);
      print(`Nobody was added. ${errors.length === 1 ? '1 error' : `${errors.length} errors`} in ${path}.`);
      return 1;
    }
    if (values.invite) {
      const delivery = links.chooseDelivery(values.print);
      const invited = await links.inviteAll(people, delivery);
      if (delivery === 'print')
        printCsv(
          print,
          ['email', 'link'],
          invited.map(({ email, url }) => [email, url ?? '']),
        );
      const how = delivery === 'print' ? 'shown only once' : 'sent by mail';
      note(`Invited ${formatCount(invited.length, 'customer')}. Their links are ${how}.`);
      return;
    }
    const issued = await accounts.addCustomers(people, (done) => {
      if (done % 100 === 0) note(`${done} of ${people.length} passwords generated …`);
    });
    printCsv(
      print,
      ['email', 'password'],
      issued.map(({ email, password }) => [email, password]),
    );
    note(`Added ${formatCount(issued.length, 'customer')}. Their passwords are shown only once.`);
  },
});

const readCustomers = async (path: string, encoding: string | undefined): Promise<CustomerImport> => {
  try {
    return await parseCustomerFile(await readFile(path), encoding);
  } catch (error) {
    throw new CommandError(`Can't read ${path}: ${(error as Error).message}`);
  }
};
