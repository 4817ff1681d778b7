import { LRUCache } from 'lru-cache';

/** One device may be over its own quota; three in a row are the push service speaking of us. */
const IN_A_ROW = 3;
/** A pause holds up every device of that service, so it is bounded more tightly than a device's own wait. */
const LONGEST_PAUSE_MS = 10 * 60_000;
const KNOWN_ORIGINS = 500;

/** Push services that asked us to slow down (429), as this process has heard. */
export class OriginPauses {
  readonly #byOrigin = new LRUCache<string, { inARow: number; until: number }>({ max: KNOWN_ORIGINS });

  /** One device's message was refused for now, until `until`. */
  refused(origin: string, now: number, until: number): void {
    const { inARow, until: before } = this.#byOrigin.get(origin) ?? { inARow: 0, until: 0 };
    const latest = Math.max(before, Math.min(until, now + LONGEST_PAUSE_MS));
    this.#byOrigin.set(origin, { inARow: inARow + 1, until: latest });
  }

  answered(origin: string): void {
    this.#byOrigin.delete(origin);
  }

  /** Until when nothing is to be sent there; null while it takes messages. */
  until(origin: string, now: number): number | null {
    const pause = this.#byOrigin.get(origin);
    return pause && pause.inARow >= IN_A_ROW && pause.until > now ? pause.until : null;
  }
}
