import type { IdeaRevision } from '../ideas/idea-revisions.ts';
import { LEDGER_GENESIS, revisionHashInput, serializeContent } from './ledger.ts';

/** By Web Crypto, which browsers have too. */
const hash = async (text: string): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
/** Time of the row with this index. */
export const timeAtMinute = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();

/** A ledger as the server writes it: `count` changes to three ideas. */
export const createLedgerRows = async (count: number, note = 'kept'): Promise<IdeaRevision[]> => {
  const rows: IdeaRevision[] = [];
  for (let index = 0; index < count; index++) {
    const content = {
      idea_id: `00000000-0000-4000-8000-00000000000${index % 3}`,
      version: Math.floor(index / 3) + 1,
      action: index < 3 ? ('created' as const) : ('changed' as const),
      at: timeAtMinute(index),
      educator_id: '1',
      changes: [{ field: 'notes', old: null, new: `${note} ${index}` }],
      salt: (await hash(`salt ${index}`)).slice(0, 32),
    };
    const digest = await hash(serializeContent(content));
    const previous = rows.at(-1)?.hash ?? LEDGER_GENESIS;
    rows.push({
      number: index + 1,
      ...content,
      digest,
      prev_hash: previous,
      hash: await hash(revisionHashInput(digest, previous)),
    });
  }
  return rows;
};
