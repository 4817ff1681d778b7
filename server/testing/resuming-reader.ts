import { setTimeout as sleep } from 'node:timers/promises';
import { type StreamEvent, StreamReader } from './stream-reader.ts';

/** A reader as the web app is one: when its stream breaks it comes back with the last id it saw, until closed. */
export class ResumingReader {
  readonly changes: StreamEvent[] = [];
  /** Settles once the first stream said where it starts: what is published from then on must arrive. */
  readonly ready: Promise<void>;
  readonly #ready = Promise.withResolvers<void>();
  resets = 0;
  readonly #url: () => string;
  readonly #token: string;
  #lastId: string | undefined;
  #isClosed = false;
  #current: StreamReader | undefined;
  readonly #reading: Promise<void>;

  /** `url` may be another each time it comes back: where there are several processes, any of them will do. */
  constructor(url: string | (() => string), token: string) {
    this.#url = typeof url === 'string' ? () => url : url;
    this.#token = token;
    this.ready = this.#ready.promise;
    this.#reading = this.#readOn();
  }

  get seqs(): number[] {
    return this.changes.map(({ id }) => Number(id?.split('-')[1]));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#current?.close();
    await this.#reading;
  }

  async #readOn(): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#current = await StreamReader.open(this.#url(), this.#token, this.#lastId);
        await this.#current.until(({ events }) => events.length > 0, 'ready');
        this.#ready.resolve();
        await this.#current.ended;
      } catch {
        // Nobody there: the server is being killed and started again around us.
      }
      for (const event of this.#current?.events.splice(0) ?? []) this.#take(event);
      await sleep(50);
    }
  }

  #take(event: StreamEvent): void {
    if (event.id !== undefined) this.#lastId = event.id;
    if (event.event === 'reset') this.resets++;
    else if (event.event !== 'ready') this.changes.push(event);
  }
}
