import { randomUUID } from 'node:crypto';
import type { Db } from '../database/connection.ts';
import type { LiveHub } from './live-hub.ts';
import { deletePresence, exchangePresence } from './presence-db.ts';

/** How often processes tell one another their number. */
const EXCHANGE_MS = 3_000;
/** One that was not heard of for four turns is dead, and its readers have gone elsewhere. */
const ALIVE_MS = 12_000;

/** How many customers read now, over all processes (DESIGN §14). It never touches the feed: presence is no event of history. */
export class Presence {
  readonly #db: Db;
  readonly #hub: Pick<LiveHub, 'sizeOf'>;
  readonly #process = randomUUID();
  readonly #exchangeMs: number;
  #others = 0;
  #timer: NodeJS.Timeout | undefined;
  #exchanging: Promise<void> | undefined;

  constructor(db: Db, hub: Pick<LiveHub, 'sizeOf'>, exchangeMs = EXCHANGE_MS) {
    this.#db = db;
    this.#hub = hub;
    this.#exchangeMs = exchangeMs;
  }

  /** Open streams of customers: ours as they are, the others' as last told. */
  get reading(): number {
    return this.#hub.sizeOf('customer') + this.#others;
  }

  start(): void {
    this.#exchange();
    this.#timer = setInterval(() => this.#exchange(), this.#exchangeMs).unref();
  }

  /** Takes this process out of the count; without a database it ages out. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exchanging;
    await deletePresence(this.#db, this.#process).catch(() => undefined);
  }

  #exchange(): void {
    // One at a time: a database that is slow to answer is not asked more often for it.
    if (this.#exchanging) return;
    const own = { process: this.#process, customers: this.#hub.sizeOf('customer') };
    this.#exchanging = exchangePresence(this.#db, own, ALIVE_MS)
      .then(
        (others) => {
          this.#others = others;
        },
        // The database is away: /readyz says so. The number stays as it was last known.
        () => undefined,
      )
      .finally(() => {
        this.#exchanging = undefined;
      });
  }
}
