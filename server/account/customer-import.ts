import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import { type Person, parsePerson } from './account-input.ts';

/** Required columns, in any order. */
const CUSTOMER_COLUMNS = ['email', 'first_name', 'last_name'] as const;
/** Each takes 50 ms of hashing; more is probably the wrong file. */
const MAX_CUSTOMERS = 50_000;

/** One line of the list: the person, or what stands there and why it is none. */
export type CustomerRow = Person & { line: number; problem: string | null };
/** `problems` are of the file as a whole. */
export type CustomerImport = { rows: CustomerRow[]; problems: string[] };

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
 * Parses a customer list: CSV with a header row, whose names show what separates the cells. Every line is returned with
 * its problem, so that all can be fixed at once. Throws RangeError for an unknown encoding.
 */
export const parseCustomerFile = async (
  bytes: Buffer,
  encoding = detectEncoding(bytes),
  max = MAX_CUSTOMERS,
): Promise<CustomerImport> => {
  const decoded = decode(bytes, new TextDecoder(encoding).encoding);
  if ('error' in decoded) return { rows: [], problems: [decoded.error] };
  const rows: CustomerRow[] = [];
  const problems: string[] = [];
  const lineByEmail = new Map<string, number>();
  let columns: string[] | undefined;
  try {
    for await (const { record, info } of parseRecords(decoded.text)) {
      if (!columns) {
        columns = record.map((name) => name.trim().toLowerCase());
        const wrong = findHeaderError(columns);
        if (wrong !== null) return { rows, problems: [`line ${info.lines}: ${wrong}`] };
        continue;
      }
      if (rows.length >= max) return { rows, problems: [`More than ${max} lines. Split the file.`] };
      const row = parseRecord(record, columns, info.lines);
      rows.push(row);
      if (row.problem !== null) continue;
      const earlier = lineByEmail.get(row.email);
      if (earlier === undefined) lineByEmail.set(row.email, row.line);
      else row.problem = `${row.email} is already in line ${earlier}`;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Malformed CSV, e.g. an unclosed quote: the library's message names the line.
    problems.push(error.message);
  }
  if (!columns && problems.length === 0) problems.push('The file is empty.');
  return { rows, problems };
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

const parseRecord = (record: readonly string[], columns: readonly string[], line: number): CustomerRow => {
  const cell = (name: (typeof CUSTOMER_COLUMNS)[number]) => record[columns.indexOf(name)] ?? '';
  const given = { email: cell('email'), firstName: cell('first_name'), lastName: cell('last_name') };
  const refuse = (problem: string) => ({ ...given, line, problem });
  if (record.join().includes('\ufffd')) return refuse('letters were lost when the file was saved (\ufffd)');
  if (record.length !== columns.length)
    return refuse(`expected ${columns.length} cells, found ${record.length}`);
  const read = parsePerson(given);
  return 'errors' in read ? refuse(read.errors.join('; ')) : { ...read, line, problem: null };
};
