import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import { type IdeaRevision, ideaRevision } from './idea-revisions.ts';
import { numberCursor } from './paging.ts';
import { defineRoute } from './route.ts';

/** The previous hash of the first revision. */
export const LEDGER_GENESIS = '0'.repeat(64);

const canonical = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The ledger accepts JSON values only');
  return text;
};

/**
 * The chain has rows of two formats. In the first, the digest covers the changes, and the header shows everything
 * else. In the second, which has a random salt, the digest covers both and all the rest, and the header contains the
 * digest only. So a redacted row of the second format reveals nothing but its place, and no guess can be confirmed.
 */
type Content = Pick<
  IdeaRevision,
  'idea_id' | 'version' | 'action' | 'at' | 'educator_id' | 'changes' | 'salt'
>;

/** What the digest covers, as canonical JSON (RFC 8785). */
export const serializeContent = (content: Content): string => {
  const { action, at, changes, educator_id, idea_id, salt, version } = content;
  return canonical(
    salt === undefined ? changes : { action, at, changes, educator_id, idea_id, salt, version },
  );
};

/** Canonical JSON of a row without what may be redacted. */
export const serializeHeader = (
  row: (Omit<Content, 'changes'> & { digest: string }) | { digest: string },
): string => {
  if (!('idea_id' in row) || row.salt !== undefined) return canonical({ digest: row.digest, format: 2 });
  const { action, at, digest, educator_id, idea_id, version } = row;
  return canonical({ action, at, digest, educator_id, idea_id, version });
};

/** The header followed by the previous hash. Its SHA-256 is the revision's `hash`. */
export const revisionHashInput = (header: string, previousHash: string): string => header + previousHash;

const { salt: _, ...firstFormat } = ideaRevision.shape;
const { number, digest, prev_hash, hash } = firstFormat;

/**
 * A row of the downloaded ledger, without fields that no hash covers. What this reader may not see (educator 9's
 * ideas, for customers) is left out: the changes in the first format, the whole content in the second. The chain
 * still verifies because it is built from digests.
 */
export const ledgerRow = z.union([
  z.strictObject({ ...firstFormat, changes: z.nullable(firstFormat.changes) }),
  z.strictObject({ ...firstFormat, salt: z.string() }),
  z.strictObject({ number, digest, prev_hash, hash }),
]);
export type LedgerRow = z.infer<typeof ledgerRow>;

/** The row as seen by somebody who may not see its content. */
export const redactRow = (row: IdeaRevision): LedgerRow => {
  const { salt, number, digest, prev_hash, hash } = row;
  return salt === undefined ? { ...row, changes: null } : { number, digest, prev_hash, hash };
};

/** Maximum rows of a page. A page of long rows is shorter. Ten thousand ideas are about fifty pages. */
export const LEDGER_PAGE = 1_000;

export const getLedger = defineRoute({
  method: 'GET',
  path: '/api/ledger',
  access: 'signedIn',
  summary: 'All revisions in chain order, after the number given as `cursor`; the last page is empty',
  failure: 'Failed to get the ledger',
  query: z.object({
    cursor: numberCursor,
    limit: z.optional(
      z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, { error: 'limit must be a number from 1 to 1000' })),
    ),
  }),
  status: 200,
  response: z.array(ledgerRow),
  errors: [],
});
