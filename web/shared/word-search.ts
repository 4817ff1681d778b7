import { dropInvisible } from '../../contract/shared/text.ts';

/** Lower case, without accents, divided at everything that is neither letter nor digit. */
const toWords = (text: string): string[] =>
  dropInvisible(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The items that have a word beginning with each word of the query; those whose label begins with it first. */
export const searchByWords = <T>(
  items: readonly T[],
  query: string,
  describe: (item: T) => { label: string; words: string },
): T[] => {
  const wanted = toWords(query);
  const found = items.filter((item) => {
    const { label, words } = describe(item);
    const known = toWords(`${label} ${words}`);
    return wanted.every((start) => known.some((word) => word.startsWith(start)));
  });
  const isFirst = (item: T) => toWords(describe(item).label)[0]?.startsWith(wanted[0] ?? '') ?? false;
  return [...found.filter(isFirst), ...found.filter((item) => !isFirst(item))];
};
