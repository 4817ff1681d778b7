/** Counts pending requests, to limit their number. */
export class InFlightCounter {
  #size = 0;
  #limit = 0;
  #wake: (() => void) | undefined;

  /** Counts a request as pending until it settles. */
  async track<T>(sending: Promise<T>): Promise<T> {
    this.#size++;
    try {
      return await sending;
    } finally {
      this.#size--;
      if (this.#size <= this.#limit) this.#wake?.();
    }
  }

  /** Resolves once at most `limit` are pending. Supports one waiter. */
  async waitUntilAtMost(limit: number): Promise<void> {
    if (this.#size <= limit) return;
    this.#limit = limit;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
