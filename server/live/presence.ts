import { randomUUID } from 'node:crypto';
import type { Db } from '../database/connection.ts';
import type { LiveHub } from './live-hub.ts';
import { deletePresence, exchangePresence } from './presence-db.ts';

/** Interval at which processes exchange whom they serve; educators ask for the sum as often. */
const EXCHANGE_MS = 10_000;
/** A process without a write in this time counts as dead; its readers have reconnected elsewhere. */
const PROCESS_TIMEOUT_MS = 25_000;

/** Number of customers online over all processes (DESIGN §14). Not part of the feed: presence is not history. */
export class Presence {
  readonly #db: Db;
  readonly #hub: Pick<LiveHub, 'listPeople'>;
  readonly #process = randomUUID();
  readonly #exchangeMs: number;
  #others: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #exchanging: Promise<void> | undefined;

  constructor(db: Db, hub: Pick<LiveHub, 'listPeople'>, exchangeMs = EXCHANGE_MS) {
    this.#db = db;
    this.#hub = hub;
    this.#exchangeMs = exchangeMs;
  }

  /** Customers with an open stream: of this process now, of others as last exchanged. */
  get customersOnline(): number {
    return new Set([...this.#hub.listPeople('customer'), ...this.#others]).size;
  }

  start(): void {
    this.#exchange();
    this.#timer = setInterval(() => this.#exchange(), this.#exchangeMs).unref();
  }

  /** Removes this process from the count; without a database its row expires. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exchanging;
    await deletePresence(this.#db, this.#process).catch(() => undefined);
  }

  #exchange(): void {
    // Never concurrently: a slow database must not get more queries.
    if (this.#exchanging) return;
    const own = { process: this.#process, customers: [...this.#hub.listPeople('customer')] };
    this.#exchanging = exchangePresence(this.#db, own, PROCESS_TIMEOUT_MS)
      .then(
        (others) => {
          this.#others = others;
        },
        // The database is unavailable, which /readyz reports; the number stays.
        () => undefined,
      )
      .finally(() => {
        this.#exchanging = undefined;
      });
  }
}
