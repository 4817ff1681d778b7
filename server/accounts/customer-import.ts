import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type Person, readPerson } from './account-input.ts';

/** The columns of a list of customers, in any order. */
const CUSTOMER_COLUMNS = ['email', 'first_name', 'last_name'] as const;
/** Each takes 50 ms of hashing: an hour's work, and a sign that something else than a list of customers was given. */
const MAX_CUSTOMERS = 50_000;

export type CustomersFile = { people: (Person & { line: number })[]; faults: string[] };

type Record = { record: string[]; info: { lines: number } };

/**
 * Reads a list of customers (CSV with a line of column names, UTF-8). What is wrong is not thrown but answered, line by
 * line, so that whoever made the list can mend it at once.
 */
export const readCustomersFile = async (content: Readable): Promise<CustomersFile> => {
  const people: CustomersFile['people'] = [];
  const faults: string[] = [];
  const lineOf = new Map<string, number>();
  let columns: string[] | undefined;
  try {
    for await (const { record, info } of recordsOf(content)) {
      if (!columns) {
        columns = record.map((name) => name.trim().toLowerCase());
        const wrong = headingFault(columns);
        if (wrong !== null) return { people, faults: [`line ${info.lines}: ${wrong}`] };
        continue;
      }
      if (people.length >= MAX_CUSTOMERS)
        return { people, faults: [...faults, `More than ${MAX_CUSTOMERS} lines: give it in parts.`] };
      const read = personOfRecord(record, columns);
      if ('faults' in read) {
        faults.push(`line ${info.lines}: ${read.faults.join('; ')}`);
        continue;
      }
      const earlier = lineOf.get(read.email);
      if (earlier === undefined) lineOf.set(read.email, info.lines);
      else faults.push(`line ${info.lines}: ${read.email} stands in line ${earlier} already`);
      people.push({ ...read, line: info.lines });
    }
  } catch (error) {
    // A quote that never closes: the library's sentence names the line.
    faults.push((error as Error).message);
  }
  if (!columns) faults.push('The file is empty.');
  return { people, faults };
};

const recordsOf = (content: Readable): AsyncIterable<Record> =>
  content.pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
    }),
  );

const headingFault = (columns: readonly string[]): string | null => {
  const missing = CUSTOMER_COLUMNS.filter((name) => !columns.includes(name));
  const unknown = columns.filter((name) => !(CUSTOMER_COLUMNS as readonly string[]).includes(name));
  if (missing.length > 0)
    return `the columns must be ${CUSTOMER_COLUMNS.join(', ')}; ${missing.join(', ')} is missing`;
  if (unknown.length > 0) return `the column ${unknown.join(', ')} is not known`;
  return new Set(columns).size < columns.length ? 'a column stands there twice' : null;
};

const personOfRecord = (record: readonly string[], columns: readonly string[]) => {
  if (record.length !== columns.length)
    return { faults: [`${record.length} cells where ${columns.length} belong`] };
  const cell = (name: (typeof CUSTOMER_COLUMNS)[number]) => record[columns.indexOf(name)] ?? '';
  return readPerson({ email: cell('email'), firstName: cell('first_name'), lastName: cell('last_name') });
};
