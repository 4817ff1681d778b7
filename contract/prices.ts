import * as z from 'zod/mini';

/** DESIGN §15: a point, up to 12 decimals; 12 digits before it hold any instrument we know. */
const PRICE = /^\d{1,12}(\.\d{1,12})?$/;
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d{1,12})?$/;

/** Why a text is no price; each with the sentence shown at its field. */
export const priceFaults = {
  comma: 'Use a point for decimals, like 1.0842',
  sign: 'Enter a price above 0',
  digits: 'Use up to 12 digits on each side of the decimal point',
  other: 'Enter a price, like 1.0842',
} as const;

export type ParsedPrice = { price: string } | { fault: string };

/**
 * Reads a price as a person types or pastes it (DESIGN §15): "64,250.5" is 64250.5, "1,0842" is refused with a hint.
 * The digits are kept as typed, trailing zeros too; never a float.
 */
export const parsePrice = (text: string): ParsedPrice => {
  const typed = text.trim();
  const price = GROUPED.test(typed) ? typed.replaceAll(',', '') : typed;
  if (!PRICE.test(price)) {
    if (/^\d+,\d+$/.test(typed)) return { fault: priceFaults.comma };
    if (/^-/.test(typed)) return { fault: priceFaults.sign };
    if (/^\d+(\.\d+)?$/.test(typed)) return { fault: priceFaults.digits };
    return { fault: priceFaults.other };
  }
  if (/^[0.]+$/.test(price)) return { fault: priceFaults.sign };
  // "007.5" and "7.5" are one price; the database would drop the zeros, so they are dropped before it is shown.
  return { price: price.replace(/^0+(?=\d)/, '') };
};

/** A price in a request: text in, digits out. */
export const priceInput = z.pipe(
  z.string({ error: priceFaults.other }).check(z.maxLength(64, { error: priceFaults.other })),
  z.transform((text, context) => {
    const parsed = parsePrice(text);
    if ('price' in parsed) return parsed.price;
    context.issues.push({ code: 'custom', message: parsed.fault, input: text });
    return z.NEVER;
  }),
);

/** A level that may be left out: absent, null and "" all mean none. */
export const optionalPriceInput = z.pipe(
  z.transform((value: unknown) =>
    value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value,
  ),
  z.nullable(priceInput),
);

/** A stored price in an answer: a decimal in a string, as typed. */
export const price = z.string();
