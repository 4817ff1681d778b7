import * as z from 'zod/mini';
import { dropInvisible } from '../shared/text.ts';

/** SPEC §10: decimal point, up to 12 decimals; 12 digits before it fit every known instrument. */
const PRICE = /^\d{1,12}(\.\d{1,12})?$/;

/** Reasons why a text is not a price, with the message shown at the field. */
export const priceErrors = {
  comma: 'Use a decimal point, e.g. 1.0842',
  sign: 'Enter a price above 0',
  digits: 'Use up to 12 digits on each side of the decimal point',
  other: 'Enter a price, e.g. 1.0842',
} as const;

type ParsedPrice = { price: string } | { error: string };

/**
 * Parses a price in the canonical form (SPEC §10): digits with a decimal point. They stay as given, including trailing
 * zeros; never a float. The web app reads other notations (web/shared/decimal-input.ts).
 */
export const parsePrice = (text: string): ParsedPrice => {
  const price = dropInvisible(text);
  if (!PRICE.test(price)) {
    if (/^\d[\d.]*,/.test(price)) return { error: priceErrors.comma };
    if (/^-/.test(price)) return { error: priceErrors.sign };
    if (/^\d+(\.\d+)?$/.test(price)) return { error: priceErrors.digits };
    return { error: priceErrors.other };
  }
  if (/^[0.]+$/.test(price)) return { error: priceErrors.sign };
  // "007.5" equals "7.5". The database would drop the zeros, so they are dropped before display.
  return { price: price.replace(/^0+(?=\d)/, '') };
};

/** A price in a request: parsed from text to digits. */
export const priceInput = z.pipe(
  z.string({ error: priceErrors.other }).check(z.maxLength(64, { error: priceErrors.other })),
  z.transform((text, context) => {
    const parsed = parsePrice(text);
    if ('price' in parsed) return parsed.price;
    context.issues.push({ code: 'custom', message: parsed.error, input: text });
    return z.NEVER;
  }),
);

/** An optional level: absent, null and "" all mean none. */
export const optionalPriceInput = z.pipe(
  z.transform((value: unknown) =>
    value === undefined || (typeof value === 'string' && dropInvisible(value) === '') ? null : value,
  ),
  z.nullable(priceInput),
);

/** A stored price in a response: a decimal string, as typed. */
export const price = z.string();
