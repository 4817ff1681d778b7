import { AppError } from '../app-error.ts';

type Line = { last: Promise<unknown>; waiting: number };

/**
 * Work of one key, one after another: parallel guesses from one address would slip past a count of failures that is
 * read before it is written. Keys do not wait for each other.
 */
export class Turns {
  readonly #most: number;
  readonly #lines = new Map<string, Line>();

  /** `most` may wait or work for one key at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Runs `work` when it is this key's turn. Throws TOO_MANY_ATTEMPTS when too many wait already. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (line.waiting >= this.#most) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 10 });
    line.waiting++;
    this.#lines.set(key, line);
    const turn = line.last.then(work, work);
    line.last = turn;
    try {
      return await turn;
    } finally {
      line.waiting--;
      if (line.waiting === 0) this.#lines.delete(key);
    }
  }
}
