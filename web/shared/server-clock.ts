/** What to add to this device's clock, which may be wrong. */
let offset = 0;

/**
 * Compares the clocks by the `Date` header of an answer, in whole seconds: this device's clock is right if it shows that
 * second between the request and the answer.
 */
export const noteServerTime = (header: string | null, askedAt: number): void => {
  const second = Date.parse(header ?? '');
  if (!Number.isNaN(second)) offset = Math.max(second - Date.now(), Math.min(0, second + 1_000 - askedAt));
};

/** A time of this device by the server's clock, in milliseconds. */
export const toServerTime = (at: number): number => at + offset;

/** The current time in milliseconds by the server's clock. */
export const serverNow = (): number => toServerTime(Date.now());
