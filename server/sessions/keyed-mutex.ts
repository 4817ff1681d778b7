import { AppError } from '../app-error.ts';

type Queue = { last: Promise<unknown>; length: number };

/**
 * A mutex per key: serialises work of one key, while keys do not block each other. Parallel guesses from one address
 * would otherwise pass a failure count that is read before it is written.
 */
export class KeyedMutex {
  readonly #maxQueued: number;
  readonly #queues = new Map<string, Queue>();

  /** At most `maxQueued` calls may run or wait per key. */
  constructor(maxQueued: number) {
    this.#maxQueued = maxQueued;
  }

  /** Runs `work` exclusively for this key. Throws TOO_MANY_ATTEMPTS if the queue is full. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= this.#maxQueued) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 10 });
    queue.length++;
    this.#queues.set(key, queue);
    const result = queue.last.then(work, work);
    queue.last = result;
    try {
      return await result;
    } finally {
      queue.length--;
      if (queue.length === 0) this.#queues.delete(key);
    }
  }
}
