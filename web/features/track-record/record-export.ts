import {
  calculationRules,
  exitRules,
  PAST_RESULTS_DISCLAIMER,
  type RecordEntry,
  type TrackRecord,
} from '../../../contract/track-record.ts';
import { saveFile } from '../../shared/storage/save-file.ts';

/** A spreadsheet takes a cell that begins so for a formula; an apostrophe before it makes it text (DESIGN §15). */
const FORMULA = /^[=+\-@\t\r]/;
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** A cell of a CSV file (RFC 4180). */
export const csvCell = (value: string): string => {
  const safe = FORMULA.test(value) && !isNumber(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const columns: [string, (entry: RecordEntry) => string][] = [
  ['idea_id', ({ idea_id }) => idea_id],
  ['pair', ({ pair }) => pair],
  ['market', ({ market_type }) => market_type],
  ['idea_type', ({ idea_type }) => idea_type],
  ['order_type', ({ order_type }) => order_type],
  ['published_at', ({ published_at }) => published_at],
  ['closed_at', ({ closed_at }) => closed_at ?? ''],
  ['status', ({ status }) => status],
  ['deleted', ({ deleted }) => (deleted ? 'yes' : 'no')],
  ['level_reached', ({ result_level }) => result_level ?? ''],
  ...exitRules.flatMap((rule): [string, (entry: RecordEntry) => string][] => [
    [`r_${rule}_low`, ({ r }) => r?.[rule].low ?? ''],
    [`r_${rule}_high`, ({ r }) => r?.[rule].high ?? ''],
  ]),
];

/** Every idea of the record, one a line; the sums of the columns are the record's. */
export const recordCsv = ({ entries }: TrackRecord): string =>
  [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => csvCell(read(entry))))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

/** The record with its rule beside it: figures without it say nothing. */
export const recordJson = (record: TrackRecord): string =>
  `${JSON.stringify({ note: PAST_RESULTS_DISCLAIMER, counting_rule: calculationRules, ...record }, null, 2)}\n`;

const fileName = ({ educator_id }: TrackRecord, kind: string) => `chartlark-record-${educator_id}.${kind}`;

export const saveCsv = (record: TrackRecord): void =>
  saveFile(fileName(record, 'csv'), new Blob([recordCsv(record)], { type: 'text/csv' }));

export const saveJson = (record: TrackRecord): void =>
  saveFile(fileName(record, 'json'), new Blob([recordJson(record)], { type: 'application/json' }));
