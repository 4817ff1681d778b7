import { exitRules, type RecordEntry, type TrackRecord } from '../../contract/record/track-record.ts';
import { formatCsvLine } from '../../contract/shared/csv.ts';
import { saveFile } from '../shared/storage/save-file.ts';

const columns: [string, (entry: RecordEntry) => string][] = [
  ['idea_id', ({ idea_id }) => idea_id],
  ['pair', ({ pair }) => pair],
  ['market', ({ market_type }) => market_type],
  ['idea_type', ({ idea_type }) => idea_type],
  ['order_type', ({ order_type }) => order_type],
  ['published_at', ({ published_at }) => published_at],
  ['closed_at', ({ closed_at }) => closed_at ?? ''],
  ['reopened', ({ reopened }) => (reopened ? 'yes' : 'no')],
  ['status', ({ status }) => status],
  ['deleted', ({ deleted }) => (deleted ? 'yes' : 'no')],
  ['level_reached', ({ result_level }) => result_level ?? ''],
  ...exitRules.flatMap((rule): [string, (entry: RecordEntry) => string][] => [
    [`r_${rule}_low`, ({ r }) => r?.[rule].low ?? ''],
    [`r_${rule}_high`, ({ r }) => r?.[rule].high ?? ''],
  ]),
  ['checked_by_prices', ({ check }) => check?.conclusion ?? ''],
  ['largest_move_for_r', ({ check }) => check?.favourable?.low ?? ''],
  ['largest_move_against_r', ({ check }) => check?.adverse?.high ?? ''],
];

/** One line for each idea. The columns add up to the figures of the track record. */
export const formatCsv = ({ entries }: TrackRecord): string =>
  [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => read(entry)))]
    .map((cells) => `${formatCsvLine(cells)}\r\n`)
    .join('');

export const saveCsv = (record: TrackRecord): void =>
  saveFile(`chartlark-record-${record.educator_id}.csv`, new Blob([formatCsv(record)], { type: 'text/csv' }));
