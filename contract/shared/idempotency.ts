import * as z from 'zod/mini';

/** Headers of a call that must not run twice: a retry repeats the key of the first attempt. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.optional(
    z
      .string()
      .check(
        z.regex(/^[\x21-\x7e]{8,128}$/, { error: 'Idempotency-Key must be 8 to 128 visible characters' }),
      ),
  ),
});
