import { setTimeout as sleep } from 'node:timers/promises';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { isChange, type StreamEvent, StreamReader } from './stream-reader.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

/** A stream reader like the web app: reconnects with its last id until closed. */
export class ResumingReader {
  readonly changes: StreamEvent[] = [];
  /** Resolves once the first stream has its position: everything published later must arrive. */
  readonly ready: Promise<void>;
  readonly #ready = Promise.withResolvers<void>();
  resets = 0;
  readonly #url: () => string;
  readonly #token: string;
  #lastId: string | undefined;
  #isClosed = false;
  #current: StreamReader | undefined;
  readonly #reading: Promise<void>;

  /** `url` may return a different process for each reconnect. */
  constructor(url: string | (() => string), token: string) {
    this.#url = typeof url === 'string' ? () => url : url;
    this.#token = token;
    this.ready = this.#ready.promise;
    this.#reading = this.#readOn();
  }

  get seqs(): number[] {
    return this.changes.map(({ id }) => Number(id?.split('-')[1]));
  }

  /** Waits until the inserts of these ideas have arrived. */
  async waitUntilRead(ids: string[]): Promise<void> {
    const findMissing = () => {
      const changes = [...this.changes, ...(this.#current?.events.filter(isChange) ?? [])];
      const read = new Set(changes.map(({ data }) => (data as { record: TradeIdea }).record.id));
      return ids.filter((id) => !read.has(id));
    };
    for (const deadline = performance.now() + WAIT_LIMIT_MS; findMissing().length > 0; await sleep(50))
      if (performance.now() > deadline) throw new Error(`Ideas a reader missed: ${findMissing()}`);
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
        await this.#current.waitUntil(({ events }) => events.length > 0, 'ready');
        this.#ready.resolve();
        await this.#current.ended;
      } catch {
        // The server is being restarted by the test.
      }
      for (const event of this.#current?.events.splice(0) ?? []) this.#take(event);
      await sleep(50);
    }
  }

  #take(event: StreamEvent): void {
    if (event.id !== undefined) this.#lastId = event.id;
    if (event.event === 'reset') this.resets++;
    else if (isChange(event)) this.changes.push(event);
  }
}
