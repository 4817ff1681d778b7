import canonicalize from 'canonicalize';
import type { IdeaRevision } from './ideas.ts';

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
