import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import { type IdeaRevision, ideaRevision } from './idea-revisions.ts';
import { defineRoute } from './route.ts';

/** The hash before the first revision. */
export const LEDGER_GENESIS = '0'.repeat(64);

const canonical = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The ledger holds JSON values only');
  return text;
};

/** The text whose SHA-256 is a revision's `digest`: its changes as canonical JSON (RFC 8785). */
export const changesText = (changes: IdeaRevision['changes']): string => canonical(changes);

/**
 * The canonical JSON of everything else in a revision. It holds the digest of the changes and not the changes, so that
 * content not everyone may read (educator 9's) can be left out of a download without breaking the chain.
 */
export const revisionHeader = (
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

/** The text whose SHA-256 is a revision's `hash`: its header and the hash before it. */
export const chainText = (header: string, previousHash: string): string => header + previousHash;

/**
 * A row of the downloaded ledger. `changes` is null where this reader may not see them (educator 9's, to a customer):
 * withheld, not empty. The chain verifies all the same, because it is made of digests.
 */
export const ledgerRow = z.extend(ideaRevision, { changes: z.nullable(ideaRevision.shape.changes) });
export type LedgerRow = z.infer<typeof ledgerRow>;

/** Rows of one page at most; ten thousand ideas are some fifty pages. */
export const LEDGER_PAGE = 1_000;

export const getLedger = defineRoute({
  method: 'GET',
  path: '/api/ledger',
  access: 'signedIn',
  summary: 'The ledger of all revisions in chain order; `cursor` is the number after which the page begins',
  failure: 'Failed to get the ledger',
  query: z.object({
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/, { error: 'A cursor is a number' }))),
    limit: z.optional(
      z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, { error: 'A limit is a number from 1 to 1000' })),
    ),
  }),
  status: 200,
  response: z.array(ledgerRow),
  errors: [],
});
