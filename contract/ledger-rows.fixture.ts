import { createHash } from 'node:crypto';
import { chainText, changesText, LEDGER_GENESIS, type LedgerRow, revisionHeader } from './ledger.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** When the row of this index was written. */
export const minute = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();

/** A ledger as the server writes it: `count` changes of three ideas. */
export const ledgerOf = (count: number, note = 'kept'): LedgerRow[] => {
  const rows: LedgerRow[] = [];
  for (let index = 0; index < count; index++) {
    const changes = [{ field: 'notes', old: null, new: `${note} ${index}` }];
    const revision = {
      idea_id: `00000000-0000-4000-8000-00000000000${index % 3}`,
      version: Math.floor(index / 3) + 1,
      action: index < 3 ? ('created' as const) : ('changed' as const),
      at: minute(index),
      educator_id: '1',
      digest: hash(changesText(changes)),
    };
    const previous = rows.at(-1)?.hash ?? LEDGER_GENESIS;
    rows.push({
      number: index + 1,
      ...revision,
      changes,
      prev_hash: previous,
      hash: hash(chainText(revisionHeader(revision), previous)),
    });
  }
  return rows;
};
