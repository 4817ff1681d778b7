import { readFile } from 'node:fs/promises';
import { formatCount } from '../../contract/record/format-record.ts';
import { formatCsvLine } from '../../contract/shared/csv.ts';
import { type CustomerImport, parseCustomerFile } from '../account/customer-import.ts';
import { CommandError, defineCommand } from './command.ts';
import { printOption } from './credentials.ts';

export const usersImport = defineCommand({
  name: 'users import',
  usage: 'FILE [--encoding NAME] [--print]',
  summary: 'Invite customers from a CSV file, all or none',
  help: `Adds and invites customers from a CSV file with a header of the columns email, first_name and last_name, in any order. UTF-8 and
UTF-16, commas, semicolons, tabs and bars are recognised.
All of them are added, or none: every invalid line is reported, and nothing is written until all are valid.

Links to choose name and password, for 7 days, are sent by mail where SMTP_URL is set, and printed as CSV (email, link)
otherwise, only once:

  npm run --silent admin -- users import customers.csv > links.csv

  --encoding  the file's encoding, such as windows-1252, if it is not UTF-8 or UTF-16
  --print     print the links, do not send them`,
  exitCodes: '0: all were added. 1: none was, and the errors are listed. 2: the file cannot be read.',
  positionals: ['FILE'],
  options: { encoding: { type: 'string' }, ...printOption },
  run: async ({ accounts, links, values, positionals: [path = ''], print, note }) => {
    const { rows, problems } = await readCustomers(path, values.encoding);
    const people = await accounts.checkTaken(rows);
    const wrong = people.filter(({ problem }) => problem !== null);
    const errors = [...wrong.map(({ line, problem }) => `line ${line}: ${problem}`), ...problems];
    if (errors.length > 0) {
      for (const error of errors) print(error);
      print(`Nobody was added. ${errors.length === 1 ? '1 error' : `${errors.length} errors`} in ${path}.`);
      return 1;
    }
    const delivery = links.chooseDelivery(values.print);
    const invited = await links.inviteAll(people, delivery);
    if (delivery === 'print') {
      print(formatCsvLine(['email', 'link']));
      for (const { email, url } of invited) print(formatCsvLine([email, url ?? '']));
    }
    const how = delivery === 'print' ? 'shown only once' : 'sent by mail';
    note(`Invited ${formatCount(invited.length, 'customer')}. Their links are ${how}.`);
  },
});

const readCustomers = async (path: string, encoding: string | undefined): Promise<CustomerImport> => {
  try {
    return await parseCustomerFile(await readFile(path), encoding);
  } catch (error) {
    throw new CommandError(`Can't read ${path}: ${(error as Error).message}`);
  }
};
