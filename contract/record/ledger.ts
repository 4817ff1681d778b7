import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import { CHECK_CANDLES } from '../candles/price-check.ts';
import { type IdeaRevision, ideaRevision, type RevisionChange } from '../ideas/idea-revisions.ts';
import { numberCursor } from '../shared/paging.ts';
import { defineRoute } from '../shared/route.ts';

/** The previous hash of the first revision. */
export const LEDGER_GENESIS = '0'.repeat(64);

type Content = Pick<
  IdeaRevision,
  'idea_id' | 'version' | 'action' | 'at' | 'educator_id' | 'changes' | 'salt'
>;

/** What the digest of a change covers, if it has one, as canonical JSON. */
export const serializeChange = ({ digest: _, ...content }: RevisionChange): string =>
  // Only undefined has no text.
  canonicalize(content) as string;

/** A change with a digest of its own is covered by it, so that a copy may leave the rest out. */
const toCovered = ({ field, digest, ...content }: RevisionChange) =>
  digest === undefined ? { field, ...content } : { field, digest };

/**
 * What the digest covers, as canonical JSON (RFC 8785). The salt is random, so no guess of a redacted row's content can
 * be confirmed.
 */
export const serializeContent = ({
  action,
  at,
  changes,
  educator_id,
  idea_id,
  salt,
  version,
}: Content): string => {
  const covered = { action, at, changes: changes.map(toCovered), educator_id, idea_id, salt, version };
  return canonicalize(covered) as string;
};

/** The SHA-256 of this is the revision's `hash`; `append_to_feed` in migrations/0000_baseline.sql computes it too. */
export const revisionHashInput = (digest: string, previousHash: string): string => digest + previousHash;

const { number, digest, prev_hash, hash } = ideaRevision.shape;

/**
 * A row of the downloaded ledger, without fields that no hash covers. The content of what this reader may not see
 * (educator 9's ideas, for customers) is left out. The chain still verifies because it is built from digests.
 */
export const ledgerRow = z.union([
  z.strictObject(ideaRevision.shape),
  z.strictObject({ number, digest, prev_hash, hash }),
]);
export type LedgerRow = z.infer<typeof ledgerRow>;

/** The row as seen by somebody who may not see its content. */
export const redactRow = ({ number, digest, prev_hash, hash }: IdeaRevision): LedgerRow => ({
  number,
  digest,
  prev_hash,
  hash,
});

/** The row without the values of some fields, which must have digests. */
const leaveOut = (row: IdeaRevision, isShown: (field: string) => boolean): IdeaRevision => ({
  ...row,
  changes: row.changes.map((change) => (isShown(change.field) ? change : toCovered(change))),
});

export const leaveOutCandles = (row: IdeaRevision): IdeaRevision =>
  leaveOut(row, (field) => field !== CHECK_CANDLES);

/**
 * What everyone may read of a closed idea: no text, no name, no upload, and no candles, which belong to their source.
 */
const PUBLIC_FIELD =
  /^(?:pair|time_frame|(?:order|idea|market)_type|entry_[12]|invalidation_level|exit_[123]|status|result_(?:level|at)|check)$/;
export const isPublicField = (field: string): boolean => PUBLIC_FIELD.test(field);
/** The row as everyone may see it. */
export const toPublicRow = (row: IdeaRevision): LedgerRow =>
  row.changes.every(({ field, digest }) => isPublicField(field) || digest !== undefined)
    ? leaveOut(row, isPublicField)
    : redactRow(row);

/** Maximum rows of a page. A page of long rows is shorter. Ten thousand ideas are about fifty pages. */
export const LEDGER_PAGE = 1_000;

export const getLedger = defineRoute({
  method: 'GET',
  path: '/api/ledger',
  access: 'signedIn',
  limit: 'heavyRead',
  summary: 'All revisions in chain order, after the number given as `cursor`; the last page is empty',
  failure: 'Failed to get the change log',
  query: z.object({
    cursor: numberCursor,
    limit: z.optional(
      z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, { error: 'limit must be a number from 1 to 1000' })),
    ),
  }),
  response: z.array(ledgerRow),
});
