import { LRUCache } from 'lru-cache';
import { AppError } from '../../app-error.ts';

/** A device renews once in months; a household's router may stand for many devices. */
export const RENEWALS = 30;
const WINDOW_MS = 10 * 60_000;
const KNOWN_ADDRESSES = 10_000;

/**
 * Limits a call that anybody may make: attempts of one address within ten minutes, right or wrong. Counted per process:
 * what it protects is this process's work, the secret itself has 128 bits.
 */
export class RenewalLimit {
  readonly #attempts = new LRUCache<string, { count: number; since: number }>({
    max: KNOWN_ADDRESSES,
    ttl: WINDOW_MS,
  });

  /** Throws TOO_MANY_ATTEMPTS when this address must wait. */
  assertMayTry(address: string): void {
    const now = performance.now();
    const window = this.#attempts.get(address) ?? { count: 0, since: now };
    if (window.count >= RENEWALS) {
      const left = WINDOW_MS - (now - window.since);
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) });
    }
    window.count++;
    // The window is not prolonged by what falls into it.
    this.#attempts.set(address, window, { ttl: Math.max(1, WINDOW_MS - (now - window.since)) });
  }
}
