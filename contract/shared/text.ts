import * as z from 'zod/mini';

/** Longest name of a person (SPEC §5 and §9). */
export const MAX_NAME = 100;

/** With a capital: "Entry 1". */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Line ends of word processors, which would join two words if they were dropped. */
const otherLineEnds = /[\v\f\u0085]/g;
/** Controls, and what has no glyph of its own, such as bidi overrides: it can deceive a reader. */
const invisible = /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\t\n\r]]/gv;
/** The same without what languages and emoji need. */
const needless =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\t\n\r\u200c-\u200f\p{Variation_Selector}\u{e0020}-\u{e007f}]]/gv;

/** For prices, pairs and addresses: text without what can't be seen, trimmed. */
export const dropInvisible = (text: string): string => text.replace(invisible, '').trim();
const dropNeedless = (text: string): string =>
  text.toWellFormed().replace(otherLineEnds, '\n').replace(needless, '').trim();

const typedText = (label: string, max: number, clean: (text: string) => string) =>
  z
    .string({ error: `${label} must be text` })
    .check(z.overwrite(clean), z.maxLength(max, { error: `${label} must be ${max} characters or fewer` }));
const isThere = (label: string) =>
  z.refine<string>((text) => dropInvisible(text) !== '', { error: `${label} is required` });

/**
 * Text a person typed: trimmed, well-formed Unicode without invisible characters, at most `max` UTF-16 units. `label`
 * starts the error message.
 */
export const optionalText = (label: string, max: number) => typedText(label, max, dropNeedless);

/** Like `optionalText`, but not empty. */
export const requiredText = (label: string, max: number) => optionalText(label, max).check(isThere(label));

/** Like `requiredText`, for names that are compared character by character. */
export const plainText = (label: string, max: number) =>
  typedText(label, max, dropInvisible).check(isThere(label));

const publicUrl = z.url({ hostname: z.regexes.domain });
/** A URL parser would also accept `https:host` and other spellings. */
const isHttpsLink = (text: string): boolean =>
  text.startsWith('https://') && !text.includes('@') && publicUrl.safeParse(text).success;

/** An https URL without credentials, as DESIGN §8 requires for educators' links, or another that is accepted. */
export const httpsLink = (label: string, isAccepted: (url: string) => boolean) =>
  z.string({ error: `${label} must be text` }).check(
    z.overwrite((text) => dropInvisible(text).replace(/^https:\/\//i, 'https://')),
    z.refine((text) => isAccepted(text) || isHttpsLink(text), { error: `${label} must start with https://` }),
    z.maxLength(2048, { error: `${label} is too long` }),
    z.refine((text) => !/[\t\n\r]/.test(text), { error: `${label} contains unsupported characters` }),
  );

/** PostgreSQL has no year 0, and reads years of five digits in another way. */
const UTC_TIME = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;
const isUtcTime = (text: string): boolean => {
  const ms = Date.parse(text);
  // A day like 30 February is read as one of the next month.
  return (
    UTC_TIME.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19)
  );
};

/** A time in UTC, such as 2026-11-20T09:00:00.000Z. Not zod's own check, which adds 2 kB to every page. */
export const utcTime = (error = 'Not a time') => z.string({ error }).check(z.refine(isUtcTime, { error }));

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A person's text inside another text: its direction does not reach what stands beside it. For what is not HTML. */
export const isolateDirection = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
