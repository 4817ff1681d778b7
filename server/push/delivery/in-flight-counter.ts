/** How many messages are under way, for whoever waits until there are few enough. */
export class Flight {
  #size = 0;
  #limit = 0;
  #wake: (() => void) | undefined;

  /** Counts a message as under way until it has been answered, however that ends. */
  async during<T>(sending: Promise<T>): Promise<T> {
    this.#size++;
    try {
      return await sending;
    } finally {
      this.#size--;
      if (this.#size <= this.#limit) this.#wake?.();
    }
  }

  /** Returns once at most `limit` are under way. One at a time may wait. */
  async below(limit: number): Promise<void> {
    if (this.#size <= limit) return;
    this.#limit = limit;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
