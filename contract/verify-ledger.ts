import * as z from 'zod/mini';
import {
  chainText,
  changesText,
  LEDGER_GENESIS,
  type LedgerRow,
  ledgerRow,
  revisionHeader,
} from './ledger.ts';

/** SHA-256 of a text in UTF-8, as lower-case hex: `crypto.subtle` in the browser, node:crypto on the server. */
export type Sha256 = (text: string) => Promise<string>;

/** Where a ledger ended when somebody looked: how many rows, and the hash of the last. */
export type LedgerHead = { count: number; head: string };

/** What can be wrong with a row, in the order it is looked for. */
export type LedgerFaultKind = 'form' | 'number' | 'link' | 'changes' | 'header';

/** The first row that breaks the chain. `place` counts from 1; `says` is the number the row gives itself. */
export type LedgerFault = { kind: LedgerFaultKind; place: number; says: number | null };

/** How a remembered head stands to a sound chain. */
export type HeadComparison = 'contained' | 'shorter' | 'rewritten';

export type LedgerVerdict =
  | {
      sound: true;
      count: number;
      head: string;
      /** How many different ideas, and how many rows whose changes this copy does not show. */
      ideas: number;
      withheld: number;
      /** ISO 8601; null where the ledger is empty. */
      firstAt: string | null;
      lastAt: string | null;
      /** Null where no head was given to compare with. */
      remembered: HeadComparison | null;
    }
  | { sound: false; fault: LedgerFault };

/** A field nobody's hash vouches for has no place in a row. */
const strictRow = z.strictObject(ledgerRow.shape);

/** Rows whose hashes are computed side by side; after each batch the page may draw. */
const BATCH = 500;

const faultOf = async (
  row: unknown,
  place: number,
  previous: string,
  sha256: Sha256,
): Promise<LedgerFault | null> => {
  const says = (row as { number?: unknown } | null)?.number;
  const fault = (kind: LedgerFaultKind): LedgerFault => ({
    kind,
    place,
    says: typeof says === 'number' ? says : null,
  });
  if (!strictRow.safeParse(row).success) return fault('form');
  // As it stands in the file: the schema would drop what it does not know from a change, and the digest would not see it.
  const revision = row as LedgerRow;
  if (revision.number !== place) return fault('number');
  if (revision.prev_hash !== previous) return fault('link');
  if (revision.changes !== null && (await sha256(changesText(revision.changes))) !== revision.digest)
    return fault('changes');
  if ((await sha256(chainText(revisionHeader(revision), previous))) !== revision.hash) return fault('header');
  return null;
};

const hashOf = (row: unknown): string => String((row as Partial<LedgerRow> | undefined)?.hash);

const compareHead = (
  remembered: LedgerHead,
  count: number,
  hashThere: string | undefined,
): HeadComparison => {
  if (remembered.count > count) return 'shorter';
  return hashThere === remembered.head ? 'contained' : 'rewritten';
};

/**
 * Checks a ledger from its first row on: numbers, digests, links and hashes. Stops at the first row that breaks it.
 * Only a head remembered from before can tell that the end was cut off or that all of it was computed anew.
 * `onProgress` is told how many rows were checked.
 */
export const verifyLedger = async (
  rows: readonly unknown[],
  {
    sha256,
    remembered = null,
    onProgress,
  }: { sha256: Sha256; remembered?: LedgerHead | null; onProgress?: (checked: number) => void },
): Promise<LedgerVerdict> => {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const faults = await Promise.all(
      batch.map((row, index) => {
        const place = start + index;
        const previous = place === 0 ? LEDGER_GENESIS : hashOf(rows[place - 1]);
        return faultOf(row, place + 1, previous, sha256);
      }),
    );
    const first = faults.find((fault) => fault !== null);
    if (first) return { sound: false, fault: first };
    onProgress?.(start + batch.length);
  }
  const chain = rows as readonly LedgerRow[];
  const head = chain.at(-1)?.hash ?? LEDGER_GENESIS;
  const hashAt = (count: number) => (count === 0 ? LEDGER_GENESIS : chain[count - 1]?.hash);
  return {
    sound: true,
    count: chain.length,
    head,
    ideas: new Set(chain.map(({ idea_id }) => idea_id)).size,
    withheld: chain.filter(({ changes }) => changes === null).length,
    firstAt: chain[0]?.at ?? null,
    lastAt: chain.at(-1)?.at ?? null,
    remembered: remembered && compareHead(remembered, chain.length, hashAt(remembered.count)),
  };
};

/** What is wrong with the row, as a sentence for people. */
export const faultSentence = ({ kind, place, says }: LedgerFault): string => {
  switch (kind) {
    case 'form':
      return `Row ${place} is not a revision as this ledger writes them: a part is missing, added or of the wrong kind.`;
    case 'number':
      return `Row ${place} says it is number ${says}: rows were removed, added or moved here, or the file does not begin at the beginning.`;
    case 'link':
      return `Row ${place} does not continue from the row before it: one of the two was exchanged.`;
    case 'changes':
      return `The changes in row ${place} are not those that were recorded: they were altered.`;
    case 'header':
      return `Row ${place} was altered: its idea, educator, time, version, action or digest is not what was recorded.`;
  }
};

/** What a sound chain means, and what it does not: said wherever a verdict is shown. */
export const ledgerProves = [
  'No row between the first and the last was changed, removed, added or moved since the last row was written.',
  'Every change stands in the order in which it was made, with its time.',
] as const;
export const ledgerDoesNotProve = [
  'That nothing is missing at the end: a file that was cut off after any row is a sound chain too. Compare the head with one you noted earlier.',
  'That it is the only chain: whoever runs the server could compute all of it anew. A head noted earlier would no longer be in it.',
  'That the times are right: they are the server’s clock.',
  'That what was written is true: only that it was written so.',
] as const;

/** What the comparison with a remembered head means, as a sentence for people. */
export const comparisonSentences: Record<HeadComparison, string> = {
  contained: 'The head you remembered is in this ledger: it is the same history, continued.',
  shorter: 'This ledger is shorter than the one you remembered: its end is missing.',
  rewritten: 'The head you remembered is not in this ledger: its history was computed anew.',
};
