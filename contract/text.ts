import * as z from 'zod/mini';

/** Characters that PostgreSQL can't store (NUL) or that can deceive a reader (bidi overrides, other controls). */
const disallowedCharacters = /[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\t\n\r]]/v;

/**
 * Text a person typed: trimmed, well-formed Unicode, at most `max` UTF-16 units. `label` starts the error message.
 */
export const optionalText = (label: string, max: number) =>
  z.string({ error: `${label} must be text` }).check(
    z.overwrite((text) => text.toWellFormed().trim()),
    z.maxLength(max, { error: `${label} must be ${max} characters or fewer` }),
    z.refine((text) => !disallowedCharacters.test(text), {
      error: `${label} contains unsupported characters`,
    }),
  );

/** Like `optionalText`, but not empty. */
export const requiredText = (label: string, max: number) =>
  optionalText(label, max).check(z.minLength(1, { error: `${label} is required` }));

/** An https URL without credentials, as DESIGN §8 requires for educators' links. */
export const httpsLink = (label: string) => {
  const error = `${label} must start with https://`;
  return z.url({ protocol: /^https$/, hostname: z.regexes.domain, error }).check(
    z.maxLength(2048, { error: `${label} is too long` }),
    z.refine((text) => !text.includes('@'), { error }),
  );
};

/** PostgreSQL has no year 0, and reads years of five digits in another way. */
const YEAR = /^[12]\d{3}-/;
const isUtcTime = (text: string): boolean => {
  const ms = Date.parse(text);
  return YEAR.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString() === text;
};

/** A time as the server writes it, such as 2026-11-20T09:00:00.000Z. */
export const utcTime = z.string({ error: 'Not a time' }).check(z.refine(isUtcTime, { error: 'Not a time' }));
