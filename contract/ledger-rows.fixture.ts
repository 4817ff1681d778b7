import { createHash } from 'node:crypto';
import type { IdeaRevision } from './idea-revisions.ts';
import { LEDGER_GENESIS, revisionHashInput, serializeContent, serializeHeader } from './ledger.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** Time of the row with this index. */
export const timeAtMinute = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();

/** A ledger as the server writes it: `count` changes to three ideas, the first `unsalted` in the first format. */
export const createLedgerRows = (count: number, { note = 'kept', unsalted = 0 } = {}): IdeaRevision[] => {
  const rows: IdeaRevision[] = [];
  for (let index = 0; index < count; index++) {
    const content = {
      idea_id: `00000000-0000-4000-8000-00000000000${index % 3}`,
      version: Math.floor(index / 3) + 1,
      action: index < 3 ? ('created' as const) : ('changed' as const),
      at: timeAtMinute(index),
      educator_id: '1',
      changes: [{ field: 'notes', old: null, new: `${note} ${index}` }],
      ...(index >= unsalted && { salt: hash(`salt ${index}`).slice(0, 32) }),
    };
    const digest = hash(serializeContent(content));
    const previous = rows.at(-1)?.hash ?? LEDGER_GENESIS;
    rows.push({
      number: index + 1,
      ...content,
      digest,
      prev_hash: previous,
      hash: hash(revisionHashInput(serializeHeader({ ...content, digest }), previous)),
    });
  }
  return rows;
};
