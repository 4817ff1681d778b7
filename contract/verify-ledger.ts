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
export const faultSentence = ({ kind, place }: LedgerFault): string => {
  switch (kind) {
    case 'form':
      return `Entry ${place} is malformed.`;
    case 'number':
      return `Entries around ${place} were removed, added or reordered.`;
    case 'link':
      return `Entry ${place} doesn't follow from the one before: one of them was replaced.`;
    case 'changes':
      return `The changes in entry ${place} were altered after they were recorded.`;
    case 'header':
      return `Entry ${place} was altered after it was recorded.`;
  }
};

/** What a sound chain means, and what it does not: said wherever a verdict is shown. */
export const ledgerProves = [
  'No entry was altered, removed, added or reordered.',
  'Every change is in its original order, with its time.',
] as const;
export const ledgerDoesNotProve = [
  'That the end is complete: a file cut short still verifies. Compare fingerprints to be sure.',
  'That it’s the only log: the operator could rebuild it. A fingerprint you saved earlier would no longer match.',
  'That the times are right: they come from the server.',
  'That an entry is true, only that it was recorded.',
] as const;

/** What the comparison with a remembered head means, as a sentence for people. */
export const comparisonSentence = (comparison: HeadComparison, { count }: LedgerHead): string => {
  switch (comparison) {
    case 'contained':
      return `Your saved fingerprint (entry ${count}) is in this ledger, so the history is unchanged.`;
    case 'shorter':
      return `This ledger is shorter than your saved one (${count} entries): its latest entries are missing.`;
    case 'rewritten':
      return `Your saved fingerprint (entry ${count}) is not in this ledger: its history was rewritten.`;
  }
};
