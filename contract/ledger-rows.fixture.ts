import { createHash } from 'node:crypto';
import {
  LEDGER_GENESIS,
  type LedgerRow,
  revisionHashInput,
  serializeChanges,
  serializeHeader,
} from './ledger.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** Time of the row with this index. */
export const timeAtMinute = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();

/** A ledger as the server writes it: `count` changes to three ideas. */
export const createLedgerRows = (count: number, note = 'kept'): LedgerRow[] => {
  const rows: LedgerRow[] = [];
  for (let index = 0; index < count; index++) {
    const changes = [{ field: 'notes', old: null, new: `${note} ${index}` }];
    const revision = {
      idea_id: `00000000-0000-4000-8000-00000000000${index % 3}`,
      version: Math.floor(index / 3) + 1,
      action: index < 3 ? ('created' as const) : ('changed' as const),
      at: timeAtMinute(index),
      educator_id: '1',
      digest: hash(serializeChanges(changes)),
    };
    const previous = rows.at(-1)?.hash ?? LEDGER_GENESIS;
    rows.push({
      number: index + 1,
      ...revision,
      changes,
      prev_hash: previous,
      hash: hash(revisionHashInput(serializeHeader(revision), previous)),
    });
  }
  return rows;
};
