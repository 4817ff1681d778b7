import { LRUCache } from 'lru-cache';
import { AppError } from '../../app-error.ts';

/** A device renews every few months; many may share a router's address. */
export const MAX_RENEWALS = 30;
const WINDOW_MS = 10 * 60_000;
const KNOWN_ADDRESSES = 10_000;

/**
 * Rate limit of an unauthenticated call: attempts per address within ten minutes, valid or not. Counted per process,
 * because it protects this process's work; the secret itself has 128 bits.
 */
export class RenewalLimit {
  readonly #attempts = new LRUCache<string, { count: number; since: number }>({
    max: KNOWN_ADDRESSES,
    ttl: WINDOW_MS,
  });

  /** Throws TOO_MANY_ATTEMPTS if this address is over the limit. */
  assertWithinLimit(address: string): void {
    const now = performance.now();
    const window = this.#attempts.get(address) ?? { count: 0, since: now };
    if (window.count >= MAX_RENEWALS) {
      const left = WINDOW_MS - (now - window.since);
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) });
    }
    window.count++;
    // Attempts do not extend the window.
    this.#attempts.set(address, window, { ttl: Math.max(1, WINDOW_MS - (now - window.since)) });
  }
}
