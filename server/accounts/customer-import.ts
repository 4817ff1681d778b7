import { pipeline, type Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type Person, parsePerson } from './account-input.ts';

/** Required columns, in any order. */
const CUSTOMER_COLUMNS = ['email', 'first_name', 'last_name'] as const;
/** Each takes 50 ms of hashing; more is probably the wrong file. */
const MAX_CUSTOMERS = 50_000;

export type CustomerImport = { people: (Person & { line: number })[]; errors: string[] };

type Record = { record: string[]; info: { lines: number } };

/**
 * Parses a customer list (CSV with a header row, UTF-8). Errors are returned line by line, so that all can be fixed
 * at once. Rejects if the content can't be read.
 */
export const parseCustomerFile = async (content: Readable): Promise<CustomerImport> => {
  const people: CustomerImport['people'] = [];
  const errors: string[] = [];
  const lineByEmail = new Map<string, number>();
  let columns: string[] | undefined;
  try {
    for await (const { record, info } of parseRecords(content)) {
      if (!columns) {
        columns = record.map((name) => name.trim().toLowerCase());
        const wrong = findHeaderError(columns);
        if (wrong !== null) return { people, errors: [`line ${info.lines}: ${wrong}`] };
        continue;
      }
      if (people.length >= MAX_CUSTOMERS)
        return { people, errors: [...errors, `More than ${MAX_CUSTOMERS} lines. Split the file.`] };
      const read = parseRecord(record, columns);
      if ('errors' in read) {
        errors.push(`line ${info.lines}: ${read.errors.join('; ')}`);
        continue;
      }
      const earlier = lineByEmail.get(read.email);
      if (earlier === undefined) lineByEmail.set(read.email, info.lines);
      else errors.push(`line ${info.lines}: ${read.email} is already in line ${earlier}`);
      people.push({ ...read, line: info.lines });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Malformed CSV, e.g. an unclosed quote: the library's message names the line.
    errors.push(error.message);
  }
  if (!columns) errors.push('The file is empty.');
  return { people, errors };
};

const parseRecords = (content: Readable): AsyncIterable<Record> =>
  // A failure of either one ends both, and is thrown to the reader of the records.
  pipeline(
    content,
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
    }),
    () => undefined,
  );

const findHeaderError = (columns: readonly string[]): string | null => {
  const missing = CUSTOMER_COLUMNS.filter((name) => !columns.includes(name));
  const unknown = columns.filter((name) => !(CUSTOMER_COLUMNS as readonly string[]).includes(name));
  if (missing.length > 0)
    return `the columns must be ${CUSTOMER_COLUMNS.join(', ')}; ${missing.join(', ')} is missing`;
  if (unknown.length > 0) return `unknown column ${unknown.join(', ')}`;
  return new Set(columns).size < columns.length ? 'a column appears twice' : null;
};

const parseRecord = (record: readonly string[], columns: readonly string[]) => {
  if (record.length !== columns.length)
    return { errors: [`expected ${columns.length} cells, found ${record.length}`] };
  const cell = (name: (typeof CUSTOMER_COLUMNS)[number]) => record[columns.indexOf(name)] ?? '';
  return parsePerson({ email: cell('email'), firstName: cell('first_name'), lastName: cell('last_name') });
};
