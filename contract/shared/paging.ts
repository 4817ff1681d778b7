import * as z from 'zod/mini';

/** The opaque cursor of a next page, as its Link header has it. */
export const pageCursor = z.optional(z.string().check(z.maxLength(200)));

/** The cursor of a list of revisions: the number of one. */
export const numberCursor = z.optional(
  z.string().check(z.regex(/^\d{1,15}$/, { error: 'cursor must be a number' })),
);

/** The size of a page, from 1 to `max`, which has up to three digits. */
export const pageLimit = (max: number) => {
  const error = `limit must be a number from 1 to ${max}`;
  return z.optional(
    z.string().check(
      z.regex(/^[1-9]\d{0,2}$/, { error }),
      z.refine((text) => Number(text) <= max, { error }),
    ),
  );
};
