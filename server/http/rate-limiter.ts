import { LRUCache } from 'lru-cache';
import { type RateLimitName, rateLimits } from '../../contract/shared/rate-limits.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';

type Bucket = { tokens: number; refilledAt: number };

/** Callers remembered per limit. A forgotten caller starts with a full bucket. */
const MAX_CALLERS = 50_000;

/**
 * Token buckets per caller (contract/shared/rate-limits.ts). Counted per process, because they protect this process's work, and
 * synchronously, because every request passes here.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #isEnabled: boolean;
  readonly #buckets = new Map<RateLimitName, LRUCache<string, Bucket>>();

  constructor({ rateLimits: setting }: Pick<Env, 'rateLimits'>, clock: Clock) {
    this.#clock = clock;
    this.#isEnabled = setting === 'on';
  }

  /** Takes a token. Throws TOO_MANY_REQUESTS if there is none. */
  consume(name: RateLimitName, caller: string): void {
    if (!this.#isEnabled) return;
    const { burst, perMinute } = rateLimits[name];
    const now = this.#clock().getTime();
    const bucket = this.#findBucket(name, caller, { tokens: burst, refilledAt: now });
    const elapsedMinutes = Math.max(0, now - bucket.refilledAt) / 60_000;
    bucket.tokens = Math.min(burst, bucket.tokens + elapsedMinutes * perMinute);
    bucket.refilledAt = now;
    if (bucket.tokens < 1) {
      const retryAfterSeconds = Math.ceil(((1 - bucket.tokens) * 60) / perMinute);
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
    }
    bucket.tokens--;
  }

  #findBucket(name: RateLimitName, caller: string, full: Bucket): Bucket {
    let callers = this.#buckets.get(name);
    if (!callers) {
      callers = new LRUCache({ max: MAX_CALLERS });
      this.#buckets.set(name, callers);
    }
    const known = callers.get(caller);
    if (known) return known;
    callers.set(caller, full);
    return full;
  }
}
