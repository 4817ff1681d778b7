import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import { type IdeaRevision, ideaRevision } from './idea-revisions.ts';
import { defineRoute } from './route.ts';

/** The previous hash of the first revision. */
export const LEDGER_GENESIS = '0'.repeat(64);

const canonical = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The ledger accepts JSON values only');
  return text;
};

/** The changes as canonical JSON (RFC 8785). Its SHA-256 is the revision's `digest`. */
export const serializeChanges = (changes: IdeaRevision['changes']): string => canonical(changes);

/**
 * Canonical JSON of a revision without its changes. It contains their digest instead, so a download can leave out
 * restricted content (educator 9's) and the chain still verifies.
 */
export const serializeHeader = (
  revision: Pick<IdeaRevision, 'idea_id' | 'version' | 'action' | 'at' | 'educator_id' | 'digest'>,
): string =>
  canonical({
    action: revision.action,
    at: revision.at,
    digest: revision.digest,
    educator_id: revision.educator_id,
    idea_id: revision.idea_id,
    version: revision.version,
  });

/** The header followed by the previous hash. Its SHA-256 is the revision's `hash`. */
export const revisionHashInput = (header: string, previousHash: string): string => header + previousHash;

/**
 * A row of the downloaded ledger. `changes` is null when this reader may not see them (educator 9's, for customers).
 * The chain still verifies because it is built from digests.
 */
export const ledgerRow = z.extend(ideaRevision, { changes: z.nullable(ideaRevision.shape.changes) });
export type LedgerRow = z.infer<typeof ledgerRow>;

/** Maximum rows of a page. Ten thousand ideas are about fifty pages. */
export const LEDGER_PAGE = 1_000;

export const getLedger = defineRoute({
  method: 'GET',
  path: '/api/ledger',
  access: 'signedIn',
  summary: 'All revisions in chain order; the page starts after the number given as `cursor`',
  failure: 'Failed to get the ledger',
  query: z.object({
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/, { error: 'cursor must be a number' }))),
    limit: z.optional(
      z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, { error: 'limit must be a number from 1 to 1000' })),
    ),
  }),
  status: 200,
  response: z.array(ledgerRow),
  errors: [],
});
