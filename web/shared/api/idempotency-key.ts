const KEY_BYTES = 16;

/** A random key. crypto.randomUUID is missing on pages served over plain http. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** What was sent last, and under which key. */
export type SentContent = { content: string; key: string };

/** The same content keeps the key it was sent with, so a retry after a lost response does not publish twice. */
export const toSentContent = (value: unknown, last: SentContent | null): SentContent => {
  const content = JSON.stringify(value);
  return last?.content === content ? last : { content, key: newIdempotencyKey() };
};
