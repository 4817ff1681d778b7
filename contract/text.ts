import * as z from 'zod/mini';

/** Characters PostgreSQL cannot store (NUL) or that only serve to deceive a reader (bidi overrides, other controls). */
const unprintable = /[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\t\n\r]]/v;

/**
 * A line or block of text a person typed: trimmed, well-formed Unicode, at most `max` UTF-16 units.
 * `label` begins the message at the field.
 */
export const personText = (label: string, max: number) =>
  z.string({ error: `${label} must be text` }).check(
    z.overwrite((text) => text.toWellFormed().trim()),
    z.maxLength(max, { error: `${label} may have at most ${max} characters` }),
    z.refine((text) => !unprintable.test(text), { error: `${label} holds characters that cannot be shown` }),
  );

/** The same, but not empty. */
export const requiredText = (label: string, max: number) =>
  personText(label, max).check(z.minLength(1, { error: `${label} is required` }));

/** An https address without credentials, as DESIGN §8 asks of links educators give. */
export const httpsLink = (label: string) => {
  const error = `${label} must be a link that begins with https://`;
  return z.url({ protocol: /^https$/, hostname: z.regexes.domain, error }).check(
    z.maxLength(2048, { error: `${label} is too long` }),
    z.refine((text) => !text.includes('@'), { error }),
  );
};
