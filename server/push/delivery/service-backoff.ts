import { LRUCache } from 'lru-cache';

/** One device may be over its own quota; three consecutive refusals concern us. */
const CONSECUTIVE_REFUSALS = 3;
/** Delays every device of the service, so its limit is stricter than that of a single device. */
const MAX_BACKOFF_MS = 10 * 60_000;
const MAX_ORIGINS = 500;

/** Backoff per push service after 429 responses, per process. */
export class ServiceBackoff {
  readonly #byOrigin = new LRUCache<string, { refusals: number; until: number }>({ max: MAX_ORIGINS });

  /** Records a refusal that lasts until `until`. */
  recordRefusal(origin: string, now: number, until: number): void {
    const { refusals: inARow, until: before } = this.#byOrigin.get(origin) ?? { refusals: 0, until: 0 };
    const latest = Math.max(before, Math.min(until, now + MAX_BACKOFF_MS));
    this.#byOrigin.set(origin, { refusals: inARow + 1, until: latest });
  }

  recordResponse(origin: string): void {
    this.#byOrigin.delete(origin);
  }

  /** Until when to send nothing; null without backoff. */
  until(origin: string, now: number): number | null {
    const backoff = this.#byOrigin.get(origin);
    return backoff && backoff.refusals >= CONSECUTIVE_REFUSALS && backoff.until > now ? backoff.until : null;
  }
}
