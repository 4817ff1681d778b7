const KEY_BYTES = 16;

/** A random key. crypto.randomUUID is missing on pages served over plain http. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * Idempotency keys for a call: the same content gets the same key until the call has succeeded, so a retry after a lost
 * response does not publish twice.
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
