import type { IdeaRevision, RevisionChange } from '../ideas/idea-revisions.ts';
import {
  LEDGER_GENESIS,
  type LedgerRow,
  ledgerRow,
  revisionHashInput,
  serializeChange,
  serializeContent,
} from './ledger.ts';

/** SHA-256 of a UTF-8 text as lower-case hex: `crypto.subtle` in the browser, node:crypto on the server. */
export type Sha256 = (text: string) => Promise<string>;

/** Where a ledger ended at some time: number of rows, and the last row's hash. */
export type LedgerHead = { count: number; head: string };

/** What can be wrong with a row, in the order of the checks. */
type LedgerErrorKind = 'form' | 'number' | 'link' | 'content';

/** The first row that breaks the chain. `position` counts from 1. */
type LedgerError = { kind: LedgerErrorKind; position: number };

/** How a saved head compares with a valid chain. */
type HeadComparison = 'contained' | 'shorter' | 'rewritten';

export type LedgerVerification =
  | {
      valid: true;
      count: number;
      head: string;
      /** Number of different ideas, and of rows whose content this copy leaves out, wholly or in part. */
      ideas: number;
      redacted: number;
      /** ISO 8601, of the rows that show their time; null if none does. */
      firstAt: string | null;
      lastAt: string | null;
      /** Null if no saved head was given. */
      comparison: HeadComparison | null;
    }
  | { valid: false; error: LedgerError };

const isComplete = (row: LedgerRow): row is IdeaRevision => 'changes' in row;

/** Rows hashed concurrently; the page can render between batches. */
const BATCH = 500;

/** Whether a digest stands alone for its change. */
const isLeftOut = (change: RevisionChange): boolean =>
  change.digest !== undefined && Object.keys(change).length === 2;
const isCovered = async (change: RevisionChange, sha256: Sha256): Promise<boolean> =>
  change.digest === undefined ||
  isLeftOut(change) ||
  (await sha256(serializeChange(change))) === change.digest;

const findError = async (
  row: unknown,
  position: number,
  previous: string,
  sha256: Sha256,
): Promise<LedgerError | null> => {
  const error = (kind: LedgerErrorKind): LedgerError => ({ kind, position });
  if (!ledgerRow.safeParse(row).success) return error('form');
  // The row as it is in the file: parsing would drop unknown fields of a change, and the digest would not cover them.
  const revision = row as LedgerRow;
  if (revision.number !== position) return error('number');
  if (revision.prev_hash !== previous) return error('link');
  if (isComplete(revision)) {
    const covered = await Promise.all(revision.changes.map((change) => isCovered(change, sha256)));
    if (covered.includes(false)) return error('content');
    if ((await sha256(serializeContent(revision))) !== revision.digest) return error('content');
  }
  const hash = await sha256(revisionHashInput(revision.digest, previous));
  return hash === revision.hash ? null : error('content');
};

const readHash = (row: unknown): string => String((row as Partial<LedgerRow> | undefined)?.hash);

const compareHead = ({ count, head }: LedgerHead, chain: readonly LedgerRow[]): HeadComparison => {
  if (count > chain.length) return 'shorter';
  const hash = count === 0 ? LEDGER_GENESIS : chain[count - 1]?.hash;
  return hash === head ? 'contained' : 'rewritten';
};

/**
 * Checks a ledger from its first row: numbers, digests, links and hashes. Stops at the first invalid row. Only a
 * saved head can reveal a truncated end or a rebuilt chain. `onProgress` receives the number of rows checked.
 */
export const verifyLedger = async (
  rows: readonly unknown[],
  {
    sha256,
    savedHead = null,
    onProgress,
  }: { sha256: Sha256; savedHead?: LedgerHead | null; onProgress?: (checked: number) => void },
): Promise<LedgerVerification> => {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const errors = await Promise.all(
      batch.map((row, index) => {
        const position = start + index;
        const previous = position === 0 ? LEDGER_GENESIS : readHash(rows[position - 1]);
        return findError(row, position + 1, previous, sha256);
      }),
    );
    const first = errors.find((error) => error !== null);
    if (first) return { valid: false, error: first };
    onProgress?.(start + batch.length);
  }
  const chain = rows as readonly LedgerRow[];
  const dated = chain.filter(isComplete);
  const head = chain.at(-1)?.hash ?? LEDGER_GENESIS;
  return {
    valid: true,
    count: chain.length,
    head,
    ideas: new Set(dated.map(({ idea_id }) => idea_id)).size,
    redacted: chain.filter((row) => !isComplete(row) || row.changes.some(isLeftOut)).length,
    firstAt: dated[0]?.at ?? null,
    lastAt: dated.at(-1)?.at ?? null,
    comparison: savedHead && compareHead(savedHead, chain),
  };
};

/** Explains the error to people. */
export const describeLedgerError = ({ kind, position }: LedgerError): string =>
  ({
    form: `Entry ${position} is malformed.`,
    number: `Entries around ${position} were removed, added or reordered.`,
    link: `Entry ${position} doesn't follow from the one before: one of them was replaced.`,
    content: `Entry ${position} was altered after it was recorded.`,
  })[kind];

const unalterable = [
  'No entry was altered, removed, added or reordered.',
  'Every change is in its original order, with its time.',
];
const neverProven = [
  'That the times are right: they come from the server.',
  'That an entry is true, only that it was recorded.',
];

/** What a check proves and what it doesn't: for a ledger with this result, or for one that is intact. */
export const listProofs = (
  result: LedgerVerification | null,
): { proven: readonly string[]; unproven: readonly string[] } => {
  if (result?.valid === false) {
    const intact = result.error.position - 1;
    return {
      proven:
        intact === 0 ? [] : [intact === 1 ? 'Entry 1 is intact.' : `Entries 1 to ${intact} are intact.`],
      unproven: [`That entry ${intact + 1} or any after it can be trusted.`, ...neverProven],
    };
  }
  switch (result?.comparison) {
    case 'contained':
      return {
        proven: [...unalterable, 'Nothing is missing up to your saved fingerprint.'],
        unproven: ['That nothing is missing after your saved fingerprint.', ...neverProven],
      };
    case 'shorter':
      return {
        proven: ['No entry of this file was altered or reordered.'],
        unproven: ['That it is complete: entries that you saw are missing.', ...neverProven],
      };
    case 'rewritten':
      return {
        proven: ['Its entries fit together.'],
        unproven: [
          "That they are the original ones: they aren't those of your saved fingerprint.",
          ...neverProven,
        ],
      };
    default:
      return {
        proven: unalterable,
        unproven: [
          'That the end is complete: a file cut short still verifies. Compare fingerprints to be sure.',
          "That it's the only log: the operator could rebuild it. A fingerprint you saved earlier would no longer match.",
          ...neverProven,
        ],
      };
  }
};

/** Explains the comparison with a saved fingerprint to people. */
export const comparisonMessage = (comparison: HeadComparison, { count }: LedgerHead): string =>
  ({
    contained: `Your saved fingerprint (entry ${count}) is in this change log, so the history is unchanged.`,
    shorter: `This change log is shorter than your saved one (${count} entries): its latest entries are missing.`,
    rewritten: `Your saved fingerprint (entry ${count}) is not in this change log: its history was rewritten.`,
  })[comparison];
