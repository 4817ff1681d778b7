import { parsePrice } from '../../contract/ideas/prices.ts';
import { dropInvisible } from '../../contract/shared/text.ts';

/** A canonical number; or why there is none, with both numbers that the text may mean. */
export type Reading =
  | { value: string }
  | { error: string }
  | { error: string; choices: readonly [grouped: string, decimal: string] };

export const WHICH_NUMBER = 'Which number do you mean?';

const COMMA_GROUPS = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const POINT_GROUPS = /^[1-9]\d{0,2}(\.\d{3})+(\.\d{3}|,\d+)$/;
/** Spaces and apostrophes are never decimal marks. */
const SPACE_GROUPS = /^[1-9]\d{0,2}([\s'’]\d{3})+([.,]\d+)?$/;
/** "10,000" and "10.000": ten thousand in one country, ten in another. No group begins with 0. */
const ONE_COMMA_GROUP = /^[1-9]\d{0,2},\d{3}$/;
export const ONE_POINT_GROUP = /^[1-9]\d{0,2}\.\d{3}$/;

const parseReading = (number: string): Reading => {
  const parsed = parsePrice(number);
  return 'price' in parsed ? { value: parsed.price } : parsed;
};

/** Removes the grouping and makes the decimal mark a point. */
const normalize = (typed: string): string => {
  if (SPACE_GROUPS.test(typed)) return typed.replace(/[\s'’]/g, '').replace(',', '.');
  if (COMMA_GROUPS.test(typed)) return typed.replaceAll(',', '');
  if (POINT_GROUPS.test(typed)) return typed.replaceAll('.', '').replace(',', '.');
  return typed.replaceAll(',', '.');
};

/** Keypads of many regions offer only a comma, so it is a decimal mark too (SPEC §10). A lone point always is one. */
export const readPrice = (text: string): Reading => {
  const typed = dropInvisible(text);
  if (ONE_COMMA_GROUP.test(typed))
    return { error: WHICH_NUMBER, choices: [typed.replace(',', ''), typed.replace(',', '.')] };
  return parseReading(normalize(typed));
};

/** Reads an amount of money: of "10.000", too, only the person knows which number it is. */
export const readAmount = (text: string): Reading => {
  const typed = dropInvisible(text).replace(',', '.');
  if (!ONE_POINT_GROUP.test(typed)) return readPrice(text);
  const decimal = typed.replace(/\.?0+$/, '');
  // With a fourth decimal it can be read in one way only.
  const choice = ONE_POINT_GROUP.test(decimal) ? `${decimal}0` : decimal;
  return { error: WHICH_NUMBER, choices: [typed.replace('.', ''), choice] };
};
