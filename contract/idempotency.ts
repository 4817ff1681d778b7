import * as z from 'zod/mini';

/** Headers of a call that must not happen twice: a retry names the key of the first attempt. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.optional(
    z
      .string()
      .check(z.regex(/^[\x21-\x7e]{8,128}$/, { error: 'An Idempotency-Key is 8 to 128 visible characters' })),
  ),
});
