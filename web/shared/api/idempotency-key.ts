const KEY_BYTES = 16;

/** A key for one call. Not crypto.randomUUID: that is missing where the page is served over plain http on a local network. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * Keys for a call that must not happen twice: the same content gets the same key until the call has succeeded, so a
 * retry after a lost answer publishes nothing a second time.
 */
export const createIdempotencyKeys = () => {
  let last: { content: string; key: string } | null = null;
  return {
    keyFor: (content: unknown): string => {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, key: newIdempotencyKey() };
      return last.key;
    },
    succeeded: (): void => {
      last = null;
    },
  };
};
