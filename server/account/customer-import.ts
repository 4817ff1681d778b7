import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import { type Person, parsePerson } from './account-input.ts';

/** Required columns, in any order. */
const CUSTOMER_COLUMNS = ['email', 'first_name', 'last_name'] as const;
/** Each takes 50 ms of hashing; more is probably the wrong file. */
const MAX_CUSTOMERS = 50_000;

export type CustomerImport = { people: (Person & { line: number })[]; errors: string[] };

type Record = { record: string[]; info: { lines: number } };

/** UTF-16 by its byte order mark, or by the zero byte of the header's first letter; otherwise UTF-8. */
const detectEncoding = ([first, second]: Uint8Array): string => {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
};

/** Single-byte encodings can't be told apart: a guess would write wrong names in silence. */
const NOT_UTF_8 =
  'not UTF-8. Save the file as UTF-8, or name its encoding, for example --encoding windows-1252 (or 1250, 1251)';

const decode = (bytes: Buffer, encoding: string): { text: string } | { error: string } => {
  const read = (part: Buffer) => new TextDecoder(encoding, { fatal: true }).decode(part);
  try {
    return { text: read(bytes) };
  } catch {
    if (encoding !== 'utf-8') return { error: `The file is not ${encoding}.` };
    const lines = bytes.toString('latin1').split(/\r\n|\r|\n/);
    const isWrong = (line: string) => !isUtf8(Buffer.from(line, 'latin1'));
    return { error: `line ${lines.findIndex(isWrong) + 1}: ${NOT_UTF_8}` };
  }
};

/**
 * Parses a customer list: CSV with a header row, whose names show what separates the cells. Errors are returned line by
 * line, so that all can be fixed at once. Throws RangeError for an unknown encoding.
 */
export const parseCustomerFile = async (
  bytes: Buffer,
  encoding = detectEncoding(bytes),
): Promise<CustomerImport> => {
  const decoded = decode(bytes, new TextDecoder(encoding).encoding);
  if ('error' in decoded) return { people: [], errors: [decoded.error] };
  const people: CustomerImport['people'] = [];
  const errors: string[] = [];
  const lineByEmail = new Map<string, number>();
  let columns: string[] | undefined;
  try {
    for await (const { record, info } of parseRecords(decoded.text)) {
      if (!columns) {
        columns = record.map((name) => name.trim().toLowerCase());
        const wrong = findHeaderError(columns);
        if (wrong !== null) return { people, errors: [`line ${info.lines}: ${wrong}`] };
        continue;
      }
      if (people.length >= MAX_CUSTOMERS)
        return { people, errors: [...errors, `More than ${MAX_CUSTOMERS} lines. Split the file.`] };
      if (record.join().includes('\ufffd')) {
        errors.push(`line ${info.lines}: letters were lost when the file was saved (\ufffd)`);
        continue;
      }
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

const parseRecords = (text: string): AsyncIterable<Record> => {
  const header = text.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  return parse(text, {
    delimiter: [';', '\t', '|'].find((separator) => header.includes(separator)) ?? ',',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 10_000,
  });
};

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
